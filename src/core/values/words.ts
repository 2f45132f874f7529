/** Words, identifiers and numbers of every script, as they are written. */
export function tokensOf(text: string): readonly string[] {
  return text.match(tokens) ?? []
}

/** Scripts that put no space between words. */
const unspaced = String.raw`[\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}\p{sc=Thai}\p{sc=Lao}\p{sc=Khmer}\p{sc=Myanmar}]`
const tokens = new RegExp(
  String.raw`${unspaced}+|(?!${unspaced})[\p{L}_](?:(?!${unspaced})[\p{L}\p{M}\p{Nd}_])*|\p{Nd}+`,
  'gu',
)
const isUnspaced = new RegExp(`^${unspaced}`, 'u')

/** The text as it counts where the same is said word for word. */
export function wordForWord(text: string): string {
  return text.replace(/\s+/g, ' ').trim().toLowerCase()
}

/** What two writers share although one writes `deleteReminders` and the other "deleting a reminder". */
export function stemsOf(token: string): readonly string[] {
  if (isUnspaced.test(token)) return pairsOf([...token])
  return token
    .replace(/([\p{Ll}\p{Nd}])(\p{Lu})/gu, '$1_$2')
    .replace(/(\p{Lu}+)(\p{Lu}\p{Ll})/gu, '$1_$2')
    .toLowerCase()
    .split('_')
    .filter(carriesMeaning)
    .map(stem)
}

/** Where no space tells words apart, two letters beside each other come nearest to one. */
function pairsOf(letters: readonly string[]): readonly string[] {
  return letters.length === 1 ? letters : letters.slice(1).map((letter, index) => letters[index] + letter)
}

/** Cuts the common endings of English; it need not be a word, only the same for all forms of one. */
function stem(word: string): string {
  return cutEnding(cutEnding(cutEnding(word, endings), [adverb]), [mute])
}

type Ending = readonly [ending: string, atLeast: number, instead: string]

/** The first that fits is cut, if the word has so many letters. */
const endings: readonly Ending[] = [
  ['ing', 6, ''],
  ['ies', 5, 'y'],
  ['ed', 5, ''],
  ['es', 5, ''],
  ['ss', 0, 'ss'],
  ['s', 4, ''],
]
const adverb: Ending = ['ly', 6, '']
const mute: Ending = ['e', 5, '']

function cutEnding(word: string, table: readonly Ending[]): string {
  const fitting = table.find(([ending, atLeast]) => word.length >= atLeast && word.endsWith(ending))
  return fitting === undefined ? word : word.slice(0, -fitting[0].length) + fitting[2]
}

function carriesMeaning(word: string): boolean {
  return word.length > 1 && !stopWords.has(word)
}

const stopWords = new Set(
  `a about above after again also an and any are as at be because been before being below between but by can could did
   do does done down during e each else etc even few for from g had has have having he her here his how however i if in
   instead into is it its just may me might more most must my no nor not of off on only onto or other our out over own
   per rather same shall she should so some still such than that the their them then there therefore these they this
   those thus to under up us use used uses using very via vs was we were what when where which while who whom why will
   with without would you your`.split(/\s+/),
)
