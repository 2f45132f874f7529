/** The commits that a text says it is about, as it writes them (7 to 40 digits), in lower case. Links to lines count where nothing else does. */
export function commitsIn(text: string): readonly string[] {
  const said = matches(text, statements)
  return said.length > 0 ? said : matches(text, [/\/blob\/([0-9a-f]{40})\//gi])
}

function matches(text: string, patterns: readonly RegExp[]): readonly string[] {
  return [
    ...new Set(patterns.flatMap((pattern) => [...text.matchAll(pattern)].map(([, commit]) => commit!.toLowerCase()))),
  ]
}

const commit = '([0-9a-f]{7,40})(?![0-9a-f])'

const statements = [
  String.raw`(?<![a-z])reviewed commit:?[*_\s]*\x60?${commit}`,
  String.raw`(?<![a-z])reviewed commit\b[^\n]{0,400}\/commit\/${commit}`,
  String.raw`\b(?:for|until|latest|to|at|on) commit:?\s+\x60?(?:https:\/\/\S{1,300}\/commit\/)?${commit}`,
  String.raw`\bbetween\s+\x60?[0-9a-f]{7,40}\x60?\s+and\s+\x60?${commit}`,
  String.raw`\b(?:reviewed everything up to|incremental review on)\s+\x60?${commit}`,
  String.raw`\breviewed \d+ files? at\s+\x60${commit}`,
  String.raw`\bhead:\s+\x60${commit}`,
  String.raw`\|\s*\x60${commit}\x60\s*\|`,
  String.raw`<!--\s*(?:https:\/\/\S{1,300}\/commit\/)?${commit}\s*-->`,
].map((source) => new RegExp(source, 'gi'))
