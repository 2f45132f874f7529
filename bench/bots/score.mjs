// Comparing what the program says with the labels.

export const classes = ['findings', 'clean', 'in_progress', 'failed', 'refused', 'summary', 'notice', 'reply']

export function scoreClasses(results) {
  return classes.map((kind) => ({
    kind,
    ...share(
      results,
      ({ label }) => label.class === kind,
      ({ said }) => said.class === kind,
    ),
  }))
}

/** Items are matched one to one within a comment; each label is used once. */
export function scoreItems(results) {
  const counts = { labelled: 0, said: 0, placed: 0, graded: 0, judged: 0 }
  for (const { label, said } of results) {
    counts.labelled += label.items.length
    counts.said += said.items.length
    const open = [...said.items]
    for (const wanted of label.items) {
      const at = bestMatch(open, wanted)
      if (at === -1) continue
      const [item] = open.splice(at, 1)
      counts.placed += 1
      if (item.severity === wanted.severity) counts.graded += 1
      if (item.actionable === wanted.actionable) counts.judged += 1
    }
  }
  return counts
}

function bestMatch(items, wanted) {
  const placed = (item) => item.file === wanted.file && item.line === wanted.line
  const exact = items.findIndex((item) => placed(item) && item.severity === wanted.severity)
  return exact === -1 ? items.findIndex(placed) : exact
}

export function scoreFailures(results) {
  const wanted = results.filter(({ label }) => label.failure)
  return {
    all: wanted.length,
    found: wanted.filter(({ said }) => said.failure).length,
    alarms: results.filter(({ label, said }) => said.failure && !label.failure).length,
    others: results.length - wanted.length,
    falseCleans: results.filter(({ label, said }) => said.class === 'clean' && label.class !== 'clean').length,
    notUnderstood: results.filter(({ said }) => said.why.source === 'nothing').length,
    ready: results.filter(({ label, said }) => label.ready === said.ready).length,
  }
}

/** `groups` are lists of ids that belong together, `merged` what the program put together. */
export function scoreGroups(groups, merged) {
  const wanted = pairsOf(groups)
  const said = pairsOf(merged)
  const right = [...said].filter((pair) => wanted.has(pair)).length
  const place = new Map(merged.flatMap((members, index) => members.map((id) => [id, index])))
  return {
    groups: groups.length,
    whole: groups.filter((ids) => new Set(ids.map((id) => place.get(id))).size === 1).length,
    precision: said.size === 0 ? 1 : right / said.size,
    recall: wanted.size === 0 ? 1 : right / wanted.size,
    wrong: said.size - right,
  }
}

function pairsOf(groups) {
  const pairs = new Set()
  for (const ids of groups) {
    for (const [index, one] of ids.entries())
      for (const other of ids.slice(index + 1)) pairs.add([one, other].sort().join(' '))
  }
  return pairs
}

function share(results, isWanted, isSaid) {
  const wanted = results.filter(isWanted).length
  const said = results.filter(isSaid).length
  const right = results.filter((result) => isWanted(result) && isSaid(result)).length
  return {
    wanted,
    said,
    right,
    precision: said === 0 ? null : right / said,
    recall: wanted === 0 ? null : right / wanted,
  }
}
