// A made-up change with real defects and with places that only look wrong; reviewers, verifiers and fixers by chance. Every
// function takes a world and gives a new one, so that a roll-back is to keep the old one.

export function newWorld(setting, random) {
  let world = { tree: 0, named: 0, items: [] }
  const { defects, temptations } = setting
  for (let count = around(defects, random); count > 0; count -= 1) {
    world = withItem(world, defect(setting, random, anywhere(setting, random)))
  }
  for (let count = around(temptations, random); count > 0; count -= 1) {
    world = withItem(world, temptation(setting, random, anywhere(setting, random)))
  }
  return world
}

/** What a fresh reviewer raises and what the verifier makes of it. Sees every item or not, whatever was said before. */
export function review(world, setting, random) {
  const seen = world.items.filter(({ visible }) => random.is(visible))
  const raised = seen
    .sort((one, other) => one.label - other.label || one.key - other.key)
    .slice(0, setting.mostPerReview)
  const isRefuted = ({ real }) => random.is(real ? setting.refutesReal : setting.refutesFalse)
  const verdicts = raised.map((item) => ({ item, refuted: setting.verifier && isRefuted(item) }))
  return {
    found: verdicts.filter(({ refuted }) => !refuted).map(({ item }) => item),
    refuted: verdicts.filter(({ refuted }) => refuted).map(({ item }) => item),
    cost: setting.reviewCost + (setting.verifier ? setting.verifyCost * raised.length : 0),
  }
}

/** Mends some of what it is given, leaves some as wrong as it was with other code, and breaks something now and then. */
export function fix(world, keys, setting, random) {
  const given = world.items.filter(({ key }) => keys.includes(key))
  let next = { ...world, tree: world.tree + 1 }
  for (const item of given) {
    const isMended = random.is(setting.mends)
    const rest = next.items.filter(({ key }) => key !== item.key)
    next = { ...next, items: isMended ? rest : [...rest, { ...item, version: item.version + 1 }] }
    if (random.is(setting.breaks)) next = withItem(next, defect(setting, random, nearby(item, random)))
    if (random.is(setting.tempts)) next = withItem(next, temptation(setting, random, nearby(item, random)))
  }
  return { world: next, files: [...new Set(given.map(({ file }) => file))], cost: fixCost(setting, keys.length) }
}

/** What a reader of the code would want mended before the merge, whatever a tool calls it. */
export function isGrave({ real, severity }) {
  return real && severity <= 1
}

function fixCost({ fixCost: base, fixCostEach: each }, count) {
  return base + each * count
}

function anywhere({ files, lines }, random) {
  return { file: random.below(files), line: 1 + random.below(lines) }
}

/** What a fix breaks is mostly where it was at work. */
function nearby({ file, line }, random) {
  return { file, line: line + random.below(15) }
}

function withItem(world, item) {
  return { ...world, named: world.named + 1, items: [...world.items, { ...item, key: world.named, version: 0 }] }
}

function defect(setting, random, place) {
  const severity = pick(setting.severities, random)
  const label = severity >= 2 && random.is(setting.inflates) ? 1 : severity
  const visible = random.is(setting.hidden) ? 0 : Math.min(1, setting.recall[severity] / (1 - setting.hidden))
  return { ...place, real: true, severity, label, blocking: blocks(label, random), visible }
}

/** Looks wrong to some reviewers and is not. */
function temptation(setting, random, place) {
  const severity = pick(setting.severities, random)
  const label = severity >= 2 && random.is(setting.inflates) ? 1 : severity
  return { ...place, real: false, severity, label, blocking: blocks(label, random), visible: setting.tempting }
}

function blocks(label, random) {
  return label <= 1 || (label === 2 && random.is(0.5))
}

function pick(shares, random) {
  let left = random.next()
  const at = shares.findIndex((share) => {
    left -= share
    return left < 0
  })
  return at === -1 ? shares.length - 1 : at
}

/** A whole number with this mean, by Poisson. */
function around(mean, random) {
  let count = 0
  for (let left = random.next(); left > Math.exp(-mean); left *= random.next()) count += 1
  return count
}
