/** Words, identifiers and numbers, as they are written. */
export function tokensOf(text: string): readonly string[] {
  return text.match(/[A-Za-z_][A-Za-z0-9_]*|\d+/g) ?? []
}

/** What two writers share although one writes `deleteReminders` and the other "deleting a reminder". */
export function stemsOf(token: string): readonly string[] {
  return token
    .replace(/([a-z0-9])([A-Z])/g, '$1_$2')
    .replace(/([A-Z]+)([A-Z][a-z])/g, '$1_$2')
    .toLowerCase()
    .split('_')
    .filter(carriesMeaning)
    .map(stem)
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
