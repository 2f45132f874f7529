/** Whether a line refuses: '## VERDICT: REQUEST_CHANGES', 'My verdict is **reject**', '| Verdict | BLOCK |', or the word alone. */
export function isRefusal(line: string): boolean {
  return refusal.test(line)
}

const refusal =
  /^[^\p{L}\p{N}]*(?:(?:(?:my|the|our|final|overall|actual|real|reviewer|updated|corrected)\s+){0,3}verdict\b[^\p{L}\p{N}]*(?:is\b[^\p{L}\p{N}]*)?(?:request[ _-]?changes|changes[ _-]requested|reject|block|declin|needs?[ _-](?:work|changes|attention)|(?:do )?not (?:approve|ready|merge))|request_changes[^\p{L}\p{N}]*$)/iu
