const textOrComment =
  /"(?:[^"\\]|\\.)*(?:"|\\?$)|'(?:[^'\\]|\\.)*(?:'|\\?$)|`(?:[^`\\]|\\.)*(?:`|\\?$)|\/\/.*|\/\*.*?(?:\*\/|$)/g
const textOrAnyComment = new RegExp(`${textOrComment.source}|#.*`, 'g')

/** The line with comments made blank and strings made quotes, each character in its place, as far as a line alone can tell. */
export function blankText(text: string, hashComments: boolean): string {
  return text.replaceAll(hashComments ? textOrAnyComment : textOrComment, (piece) =>
    (/^["'`]/.test(piece) ? '"' : ' ').repeat(piece.length),
  )
}
