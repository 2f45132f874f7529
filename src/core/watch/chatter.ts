/**
 * Whether a person says nothing that is to be dealt with: thanks, praise, or what they are about to do themselves. Every part of it
 * has to be that; who adds a wish, a doubt or a question has said more, and so has who plainly agrees with another: they want it done.
 */
export function isChatter(body: string): boolean {
  // What they quote are not their words.
  const text = body
    .replace(/^[ \t]*>.*$/gm, '')
    .replace(/[‘’]/g, "'")
    .trim()
  if (text.length > longest || text.includes('?') || isWish(text)) return false
  const parts = text
    .replace(/@[\w/-]+|:\w+:|[*_~¡]/g, ' ')
    .split(/[.,;:!…()–—\n]|\s-\s|\p{Extended_Pictographic}/u)
    .map((part) => part.replace(/\s+/g, ' ').trim())
    .filter((part) => /[\p{L}\d]/u.test(part))
  return parts.length > 0 && parts.every((part) => phrase.test(part))
}

/** Whether one of its words is of those that wishes and complaints are made of. */
export function isWish(text: string): boolean {
  return wishing.test(text)
}

const longest = 200

const wishing =
  /(?<!\p{L})(?:but|however|please|pls|could|can|would|should|must|needs?|instead|except|unless|still|though|although|yet|also|and(?! (?:the|your|for|all)(?!\p{L}))|not|\p{L}+n't|wrong|missing|broken|fails?|aber|bitte|jedoch|nicht|falsch|fehlt|pero|por favor|falta|mais|cependant|manque|s'il)(?!\p{L})/iu

const good =
  '(?:good|great|nice|fine|cool|perfect|awesome|excellent|amazing|lovely|brilliant|fantastic|wonderful|neat|solid|sweet)'
const praised =
  '(?:work|job|catch|one|find|fix|stuff|point|idea|call|change|improvement|addition|cleanup|to go|to know|to see)'
const matter = '(?:it|this|that|these|them|the (?:comments?|review|feedback|failure|build|tests?))'
const about = `(?: (?:a look|into|at|about|over|through|on|to|back))*(?: ${matter}| a fix| an update)?`
const deed =
  '(?:look|check|see|review|investigate|think|test|try|take|have|work|fix|do|handle|address|push|update|get|come)'
const doing = '(?:looking|checking|reviewing|investigating|testing|taking|having|working|fixing|handling|addressing)'
const own = "(?:i'll|i will|will|let me|(?:i'm |i am )?going to)"
const much =
  '(?: (?:you|so much|very much|a lot|a bunch|again|both|all|everyone|everybody|team|folks|guys|to (?:you|all|everyone|everybody|both)))*'
const meant = '(?: [^ ]+){1,7}'
const when =
  '(?: (?:now|right now|today|tonight|tomorrow|later|soon|asap|shortly|first|then|too|to me|for me|here|(?:this|next) (?:week|morning|afternoon|evening)|(?:on )?(?:mon|tues|wednes|thurs|fri)day|in a (?:bit|moment|minute|sec|second|while)|when i (?:have|get|find) (?:some |a )?(?:time|moment|chance|minute)))*'

const phrases = [
  // Thanks, excuses and greetings.
  `(?:many )?(?:thanks?|thx|ty|cheers|kudos)${much}(?: for${meant})?`,
  "(?:hi|hello|hey|welcome|you're welcome|no problem|no worries|np|happy to help|my bad|oops|wow|haha|lol|hm+|bump|ping|cc|fyi)",
  '(?:sorry|apologies)(?: about (?:that|this)| for the (?:delay|noise|wait|late (?:reply|response)))?',
  // Praise and approval of the whole.
  `(?:(?:this|that|it|all|everything|they)(?: is|'s| are)? ?)?(?:(?:looks?|sounds?|seems?|is|are) )?(?:(?:all|so|really|very|pretty|quite|super) )?${good}(?: ${praised})?(?: (?:now|here|to me|indeed|again|everyone|all))?`,
  "(?:lgtm|sgtm|well done|nicely done|bravo|love (?:it|this)|(?:let's )?(?:ship|merge) it|approved|approving|ready to (?:merge|go|ship)|merging)(?: now| this| it)*",
  // What they know, or do themselves.
  "(?:ok|okay|k|sure|ack|acknowledged|got it|noted|understood|i see|fair enough|will do|done|fixed|on it|i'm on it)",
  // Without saying that it is they who do it, it is a demand.
  `(?:${own} (?:just )?${deed}|(?:i'm |i am )?${doing})(?: a (?:closer |quick )?look)?${about}`,
  // German.
  `(?:vielen |besten |herzlichen )?dank(?:e)?(?: (?:dir|euch|schön|sehr))*(?: für${meant})?`,
  '(?:super|klasse|toll|prima|top|passt(?: so| für mich)?|sieht gut aus|gute arbeit|gut gemacht|alles klar|erledigt|bin dran|(?:das )?mach(?:e)? ich|ich schau(?:e)?(?: (?:es|das|mir|mal|gleich|morgen|später|an|rein))*|schau(?:e)? ich mir(?: (?:mal|gleich|morgen|später))? an|ich kümmere mich(?: darum)?)',
  // Spanish.
  `(?:muchas |mil )?gracias(?: (?:a todos|por${meant}))?`,
  '(?:perfecto|genial|excelente|buen trabajo|bien hecho|vale|se ve bien|me parece bien|hecho|listo|(?:ya )?lo (?:miro|reviso|veo|hago|haré|arreglo)(?: (?:luego|mañana|ahora|hoy))?|estoy en ello)',
  // French.
  `merci(?: (?:beaucoup|bien|à tous))*(?: (?:pour|d'avoir)${meant})?`,
  "(?:parfait|génial|excellent|beau travail|bon travail|bien joué|ça marche|ça me va|c'est (?:bon|parfait|noté)|je (?:regarde|vais regarder|m'en occupe|le fais)(?: (?:ça|demain|maintenant|plus tard))*)",
]

const before = '(?:(?:ok|okay|oh|ah|hey|sure|yeah|cool|great|nice|and|so) )?'

const phrase = new RegExp(`^(?:\\+1|${before}(?:${phrases.join('|')})${when})$`, 'iu')
