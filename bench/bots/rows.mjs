// The figures of the bench as rows.
import { scoreClasses, scoreFailures, scoreGroups, scoreItems } from './score.mjs'

export function classRows(results) {
  const right = results.filter(({ label, said }) => label.class === said.class).length
  return [
    row('all', right / results.length, `of ${results.length}`, '≥ 0.95'),
    ...scoreClasses(results)
      .filter(({ wanted, said }) => wanted + said > 0)
      .map(({ kind, wanted, precision, recall }) => row(kind, shares(precision, recall), `of ${wanted}`)),
  ]
}

export function failureRows(results) {
  const { all, found, alarms, others, falseCleans, notUnderstood, ready } = scoreFailures(results)
  return [
    row('failures found', `${found} of ${all}`, '', 'all'),
    row('false failures', `${alarms} of ${others}`, '', '≤ 1 %'),
    row('false cleans', String(falseCleans), '', '0'),
    row('not understood', `${notUnderstood} of ${results.length}`, ''),
    row('ready as labelled', ready / results.length, `of ${results.length}`),
  ]
}

export function itemRows(results) {
  const { labelled, said, placed, graded, judged } = scoreItems(results)
  return [
    row('file and line', foundShares(placed, said, labelled), `of ${labelled}`, 'F1 ≥ 0.90'),
    row('and severity', foundShares(graded, said, labelled), `of ${labelled}`),
    row('actionable as labelled', share(ratio(judged, placed)), `of ${placed}`),
  ]
}

/** One row for each bot, and one for all. */
export function botRows(results) {
  const bots = [...new Set(results.map(({ label }) => label.bot))]
  return [
    ...bots.map((bot) =>
      botRow(
        bot,
        results.filter(({ label }) => label.bot === bot),
      ),
    ),
    botRow('all', results),
  ]
}

function botRow(name, results) {
  const right = results.filter(({ label, said }) => label.class === said.class).length
  const { all, found, alarms, falseCleans, notUnderstood } = scoreFailures(results)
  const { labelled, said, placed } = scoreItems(results)
  const value = [
    `class ${share(right / results.length)} of ${results.length}`,
    `failures found ${found} of ${all}`,
    `false failures ${alarms}`,
    `false cleans ${falseCleans}`,
    `items F1 ${share(f1Of(placed, said, labelled))} of ${labelled}`,
    `not understood ${notUnderstood}`,
  ]
  return row(name, value.join(', '), '')
}

export function groupRows({ name, threads, groups }, classify, duplicates) {
  const items = threads.flatMap((thread) => firstItem(thread, classify))
  const merged = duplicates(items.map(({ item }) => item)).map((members) => members.map((at) => items[at].id))
  const score = scoreGroups(
    groups.map((group) => group.threads),
    merged,
  )
  return [
    row(`${name}: groups merged whole`, `${score.whole} of ${score.groups}`, '', 'seed 0'),
    row(`${name}: pairs`, shares(score.precision, score.recall), ''),
    row(`${name}: wrong pairs`, String(score.wrong), '', 'seed 2'),
  ]
}

/** Answers in a thread are no items of their own. */
function firstItem({ id, path, line, originalLine = null, comments }, classify) {
  const { author, body } = comments.nodes[0]
  const comment = {
    bot: null,
    login: author.login,
    surface: 'inline',
    state: null,
    commit: null,
    path,
    line,
    body,
    raw: null,
  }
  const { reviewer, items } = classify(comment)
  return items.slice(0, 1).map((item) => ({ id, item: { ...item, reviewer, originalLine } }))
}

export function oscillationRows({ name, first, second }, reverses) {
  const demands = (list) => list.map(({ path, line, body }) => ({ file: path, line, body }))
  const [before, after] = [demands(first), demands(second)]
  const found = after.filter((later) => before.some((earlier) => reverses(earlier, later))).length
  const within = [before, after].flatMap((list) =>
    list.filter((later) => list.some((earlier) => earlier !== later && reverses(earlier, later))),
  ).length
  return [
    row(`${name}: found`, `${found} of ${after.length}`, '', 'all'),
    row(`${name}: seen within one round`, String(within), '', '0'),
  ]
}

function foundShares(right, said, labelled) {
  return `${shares(ratio(right, said), ratio(right, labelled))} F1 ${share(f1Of(right, said, labelled))}`
}

function f1Of(right, said, labelled) {
  return ratio(2 * right, said + labelled)
}

function shares(precision, recall) {
  return `P ${share(precision)} R ${share(recall)}`
}

/** Null: there is nothing to be right about. */
function ratio(part, whole) {
  return whole === 0 ? null : part / whole
}

function share(value) {
  return value === null ? '–' : value.toFixed(3)
}

function row(name, value, unit, target = '') {
  return { name, value: typeof value === 'number' ? value.toFixed(3) : value, unit, target }
}
