// The loops that are killed: how the branch looks, what those who are called do, and which words are typed. `answers` are
// a person's, one after each end; then the loop is resumed.

const app = (...words) => `${words.map((word, index) => `export const value${index} = '${word}'\n`).join(gap)}`
/** So that findings are not near each other. */
const gap = Array.from({ length: 30 }, (_, index) => `// line ${index}\n`).join('')

const one = { 'src/app.js': app('lost') }
const two = { 'src/app.js': app('lost', 'query') }
const fine = "'fine'"
const mended = { lost: fine, door: fine, sign: fine, query: fine, cache: fine, check: fine }
/** One trouble after the other: a third review is needed. */
const chain = { ...mended, lost: "'door'" }
const check = (count = 1) => ({ checks: count, checked: ['src/app.js'] })

export const shapes = [
  { name: 'approved at once', change: { 'src/app.js': app('good') }, ...check() },
  { name: 'approved after two rounds', change: one, mends: mended },
  { name: 'approved after three rounds', change: two, mends: chain, ...check() },
  { name: 'no progress, a person is asked', change: one, mends: {}, adds: { 'src/app.js': '// tried\n' } },
  {
    name: 'no progress, one more round, then accepted',
    change: one,
    adds: { 'src/app.js': '// tried\n' },
    words: ['--max-rounds', '2'],
    answers: [
      ['c', '--why', 'once more'],
      ['b', '--why', 'good enough'],
    ],
  },
  { name: 'the fixer is not able to', change: two, fixer: 'unable', words: ['--handsfree'] },
  {
    name: 'accepted by the policy',
    change: two,
    mends: { lost: fine },
    adds: { 'src/more.js': '// more\n' },
    words: ['--max-rounds', '2', '--on-limit', 'accept', '--accept-risk'],
  },
  {
    name: 'more rounds by the policy',
    change: two,
    mends: chain,
    words: ['--max-rounds', '1', '--on-limit', 'continue'],
  },
  {
    name: 'a fix that breaks, mended when sent back',
    change: one,
    mends: { lost: "'broken'" },
    again: { mends: { broken: fine } },
    ...check(),
  },
  {
    name: 'a fix that breaks twice, taken back',
    change: { ...one, 'src/old.js': app('old') },
    mends: { lost: "'broken'" },
    adds: { 'src/new.js': 'export const added = 1\n' },
    removes: ['src/old.js'],
    words: ['--max-rounds', '2'],
    ...check(2),
  },
  { name: 'nothing is committed', change: two, mends: chain, words: ['--no-commit'], ...check() },
  {
    name: 'with uncommitted work',
    change: one,
    dirty: { 'src/app.js': `${app('lost')}// mine\n`, 'notes.txt': 'mine\n' },
    staged: { 'src/staged.js': app('door') },
    mends: mended,
    words: ['--include-dirty'],
  },
  {
    name: 'uncommitted work is committed first',
    change: one,
    dirty: { 'notes.txt': 'mine\n' },
    staged: { 'src/staged.js': app('door') },
    mends: chain,
    words: ['--commit-first'],
  },
  { name: 'a hook that takes its time', change: two, mends: chain, hook: 'passes' },
  { name: 'a hook that mends files', change: one, mends: mended, hook: 'formats' },
  { name: 'a hook that mends files and refuses', change: two, mends: chain, hook: 'insists' },
  {
    name: 'a hook that refuses',
    change: one,
    mends: mended,
    adds: { 'src/new.js': 'export const added = 1\n' },
    hook: 'refuses',
  },
  { name: 'a story, and a claim to correct', change: two, mends: chain, fixer: 'boasts', story: true, ...check() },
  {
    name: 'the verifier refutes, and a fix that makes it worse',
    change: two,
    refuted: ['query'],
    mends: { lost: "'door'\nexport const b = 'sign'\nexport const c = 'cache'" },
  },
  {
    name: 'two agents side by side, with a test that proves',
    change: { ...two, 'src/other.js': app('check'), 'src/third.js': app('good') },
    mends: mended,
    adds: { 'test/app.test.js': '// a test\n' },
    panel: true,
    ...check(2),
  },
]
