/** A cautious guess: code has three to four characters to a token, and a prompt that is too long is lost. */
export function estimateTokens(text: string): number {
  return Math.ceil(text.length / charactersPerToken)
}

const charactersPerToken = 3
