/** The caller's, or one that never ends anything. A new one each time: listeners on a shared one would pile up. */
export function signalOf({ signal }: { readonly signal?: AbortSignal }): AbortSignal {
  return signal ?? new AbortController().signal
}
