// An exact replacement is a fenced block. Elsewhere it replaces the lines that its comment stands on; GitLab counts them from
// the last of these lines, and without a count takes that line alone.

interface Lines {
  readonly line: number
  readonly endLine: number
}

const fence = /^(\s*(?:`{3,}|~{3,}))suggestion(?::-(\d+)\+(\d+))?[ \t]*$/gm
const plainFence = /^(\s*(?:`{3,}|~{3,}))replacement[ \t]*$/gm

/** A higher count is taken for this one, in silence: what is offered would go to other lines than it is for. */
const mostAbove = 100

/** As GitLab has to be told. What replaces more lines than it can is shown, and cannot be applied. */
export function withCounts(body: string, { line, endLine }: Lines): string {
  const above = endLine - line
  return body.replace(fence, above > mostAbove ? '$1replacement' : `$1suggestion:-${above}+0`)
}

/** As everybody else writes it. What replaces other lines than its own stays as it is: nobody could apply it. */
export function withoutCounts(body: string, lines: Lines | null): string {
  if (lines === null) return body
  const ownAbove = lines.endLine - lines.line
  if (ownAbove > mostAbove) return body.replace(plainFence, '$1suggestion')
  return body.replace(fence, (whole: string, start: string, above = '0', below = '0') =>
    Number(above) === ownAbove && Number(below) === 0 ? `${start}suggestion` : whole,
  )
}
