// Merging what many reviewers say: time for 10,000 findings, and how it grows to 100,000.
import { loadSource, quickest } from './measure.mjs'

export async function benchMerge() {
  const { mergeFindings } = await loadSource('src/core/findings/merge.ts')
  const time = (findings) => quickest(3, () => mergeFindings(findings))
  const small = time(makeFindings(1_000, 100))
  const medium = time(makeFindings(10_000, 1_000))
  const large = time(makeFindings(100_000, 10_000))
  const crowded = time(makeFindings(10_000, 1))
  return [
    { name: 'merge of 10,000 findings over 1,000 files', value: medium / 1000, unit: 's', target: '≤ 1' },
    { name: 'growth 1,000 → 10,000', value: medium / small, unit: '×', target: 'near 10' },
    { name: 'growth 10,000 → 100,000', value: large / medium, unit: '×', target: 'near 10' },
    { name: '10,000 findings in one file / over 1,000 files', value: crowded / medium, unit: '×', target: '' },
  ]
}

const subjects = [
  'the lock',
  'a null pointer',
  'the retry count',
  'an open handle',
  'the cache key',
  'user input',
  'a race',
  'the price',
  'an index',
  'the time zone',
  'a promise',
  'the header',
]
const verbs = [
  'is never released',
  'can be missing',
  'is off by one',
  'is not checked',
  'is reused after free',
  'leaks',
  'overflows',
  'is parsed twice',
]

/** Seeded: the same findings in every run. About a third repeat what another reviewer says. */
function makeFindings(count, files) {
  let seed = 42
  const random = (below) => {
    seed = (seed * 1103515245 + 12345) & 0x7fffffff
    return seed % below
  }
  const perFile = count / files
  return Array.from({ length: count }, (_, index) => {
    const subject = subjects[random(subjects.length)]
    const verb = verbs[random(verbs.length)]
    const line = 1 + random(Math.ceil(perFile) * 20)
    return {
      id: `F-${index}`,
      fingerprint: `${index.toString(16).padStart(16, '0')}:1`,
      severity: `P${1 + random(3)}`,
      blocking: false,
      category: 'correctness',
      rule: null,
      title: `${subject} ${verb}`,
      file: `src/file-${index % files}.ts`,
      line,
      endLine: null,
      problem: `In function number ${random(50)} ${subject} ${verb} when call ${random(50)} fails.`,
      impact: null,
      fix: null,
      suggestion: null,
      evidence: `call${index}()`,
      confidence: 0.8,
      reviewers: [`reviewer-${random(5)}`],
      agreement: 1,
      reportedLine: null,
    }
  })
}
