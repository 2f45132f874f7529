/** What this machine can hold an agent in. */
export type SandboxLevel =
  | { readonly kind: 'bubblewrap'; readonly program: string }
  | {
      readonly kind: 'none'
      /** A clause without a full stop. */
      readonly reason: string
      /** True where some agents (codex) bring a kernel sandbox of their own that works here. */
      readonly agentOwn: boolean
    }

export type SandboxPolicy = 'required' | 'auto' | 'off'
