// Where the numbers come from is in docs/convergence.md. Severities are 0 to 3 for P0 to P3.

const usual = {
  name: 'usual',
  files: 6,
  lines: 300,
  defects: 4.5,
  severities: [0.1, 0.39, 0.31, 0.2],
  recall: [0.56, 0.46, 0.42, 0.26],
  hidden: 0.12,
  inflates: 0.5,
  temptations: 4,
  tempting: 0.21,
  mostPerReview: 50,
  verifier: true,
  refutesFalse: 0.6,
  refutesReal: 0.05,
  mends: 0.85,
  breaks: 0.15,
  tempts: 0.15,
  reviewCost: 1,
  verifyCost: 0.1,
  fixCost: 0.4,
  fixCostEach: 0.1,
}

const timesRecall = (factor) => usual.recall.map((share) => Math.min(0.97, share * factor))

export const settings = [
  usual,
  { ...usual, name: 'clean change', defects: 0 },
  { ...usual, name: 'large change', defects: 14, temptations: 12, files: 20 },
  { ...usual, name: 'one file', files: 1 },
  { ...usual, name: 'strong panel', recall: timesRecall(1.75), hidden: 0.05 },
  { ...usual, name: 'weak reviewer', recall: timesRecall(0.5) },
  { ...usual, name: 'three findings at most', mostPerReview: 3, defects: 10 },
  { ...usual, name: 'noisy reviewer', temptations: 12 },
  { ...usual, name: 'noisy, no verifier', temptations: 12, verifier: false },
  { ...usual, name: 'labels all inflated', inflates: 1 },
  { ...usual, name: 'careful fixer', mends: 0.97, breaks: 0.03, tempts: 0.05 },
  { ...usual, name: 'careless fixer', mends: 0.6, breaks: 0.5, tempts: 0.4 },
  { ...usual, name: 'fixes breed findings', mends: 0.8, breaks: 0.8, tempts: 0.6 },
]
