// An item of the made-up world as the product's reviewers would report it.

/** Another version quotes other code, and so has another fingerprint and id; the words stay. */
export function asFinding(item) {
  const { key, version, file, line, label, blocking } = item
  const digits = (key * 64 + version).toString(16).padStart(8, '0')
  return {
    id: `F-${digits}`,
    fingerprint: `${digits}${digits}:1`,
    severity: `P${label}`,
    blocking,
    category: 'correctness',
    rule: null,
    title: `Subject${key} fails at${key}`,
    file: `src/${file}.ts`,
    line,
    endLine: null,
    problem: `Thing${key} does not hold${key} when case${key} comes${key}`,
    impact: null,
    fix: null,
    suggestion: null,
    evidence: `code${key}(${version})`,
    confidence: 0.9,
    reviewers: ['reviewer'],
    agreement: 1,
    reportedLine: null,
    verification: null,
  }
}

export function keyOf({ id }) {
  return Math.floor(Number.parseInt(id.slice(2), 16) / 64)
}
