// When to stop: the product's own decisions against three other rules, on made-up changes. See docs/convergence.md.
import { policies } from './policies.mjs'
import { settings } from './settings.mjs'
import { isOnFront, simulate } from './simulate.mjs'

const trials = 2_000

/** Prints the table of docs/convergence.md; the rows say whether a goal is met. */
export async function benchConvergence() {
  const results = settings.map((setting) => ({
    setting: setting.name,
    policies: policies.map((policy) => ({ name: policy.name, ...simulate(policy, setting, trials) })),
  }))
  process.stdout.write(`${tableOf(results)}\n\n`)
  return [
    frontRow(results, 'ours, 3 rounds', 'grave'),
    frontRow(results, 'ours, 3 rounds', 'all'),
    frontRow(results, 'ours, up to 5', 'grave'),
    frontRow(results, 'ours, up to 5', 'unreported'),
    ...['usual', 'careless fixer', 'fixes breed findings'].map((name) => plateauRow(results, name)),
  ]
}

function tableOf(results) {
  const lines = results.flatMap(({ setting, policies: rows }) =>
    rows.map(({ name, grave, unreported, all, rounds, cost }, index) => {
      const figures = [grave, unreported, all, rounds, cost].map((value) => value.toFixed(2))
      return `| ${[index === 0 ? setting : '', name, ...figures].join(' | ')} |`
    }),
  )
  return [
    '| setting | policy | grave left | of these unreported | all left | rounds | cost |',
    '|---|---|---|---|---|---|---|',
    ...lines,
  ].join('\n')
}

/** Against the rules of others, by what is left, rounds and cost. */
function frontRow(results, name, left) {
  const onFront = results.filter(({ policies: rows }) => {
    const ours = rows.find((row) => row.name === name)
    const others = rows.filter((row) => !row.name.startsWith('ours'))
    return isOnFront(ours, others, [left, 'rounds', 'cost'])
  })
  return {
    name: `${name}: settings on the Pareto front (${left} left, rounds, cost)`,
    value: `${onFront.length} of ${results.length}`,
    unit: '',
    target: `${results.length} of ${results.length}`,
  }
}

/** To compare with what people report of loops that do not end. */
function plateauRow(results, setting) {
  const rows = results.find((result) => result.setting === setting).policies
  const { found } = rows.find(({ name }) => name === 'until zero findings')
  const value = found.slice(0, 8).map((count) => count.toFixed(1))
  return {
    name: `until zero findings, ${setting}: findings in round 1 to 8`,
    value: value.join(' '),
    unit: '',
    target: '',
  }
}
