// An exact replacement is a fenced block. Elsewhere it replaces the lines that its comment stands on; GitLab counts them from
// the last of these lines, and without a count takes that line alone.

interface Lines {
  readonly line: number
  readonly endLine: number
}

const fence = /^(\s*(?:`{3,}|~{3,}))suggestion(?::-(\d+)\+(\d+))?[ \t]*$/gm

/** As GitLab has to be told. */
export function withCounts(body: string, { line, endLine }: Lines): string {
  return body.replace(fence, `$1suggestion:-${endLine - line}+0`)
}

/** As everybody else writes it. What replaces other lines than its own stays as it is: nobody could apply it. */
export function withoutCounts(body: string, lines: Lines | null): string {
  if (lines === null) return body
  return body.replace(fence, (whole: string, start: string, above = '0', below = '0') =>
    Number(above) === lines.endLine - lines.line && Number(below) === 0 ? `${start}suggestion` : whole,
  )
}
