// Messages as a mailbox has them: the examples of the protocol, and one of each other type that has fields.

export const request = `id: "msg-20260213T1000Z-claude-001"
from: claude
to: codex
type: review_request
priority: P1
created_at_utc: "2026-02-13T10:00:00Z"
related_pr: "86"
subject: "Review: review loop protocol (#86)"
body: |
  pr: 86
  branch: claude/review-loop-protocol
  diff_summary: |
    Adds review loop protocol spec, reviewer workflow,
    reviewer runbook, 4 new message types in validate_message.py,
    tests, and CHANGELOG/inbox_outbox.md updates.
  max_turns_reviewer: 8
  max_runtime_s_reviewer: 600
`

export const feedback = `id: "msg-20260213T1030Z-codex-001"
from: codex
to: claude
type: review_feedback
priority: P1
created_at_utc: "2026-02-13T10:30:00Z"
related_pr: "86"
subject: "Review feedback: round 1 (#86)"
body: |
  findings_packet: packets/findings/20260213_review_loop_codex_r1.yaml
  round: 1
  blocking_count: 2
`

export const addressed = `id: "msg-20260213T1100Z-claude-002"
from: claude
to: codex
type: review_addressed
priority: P1
created_at_utc: "2026-02-13T11:00:00Z"
related_pr: "86"
subject: "Feedback addressed: round 1 (#86)"
body: |
  commit_sha: abc1234
  changes_summary: |
    Fixed both blocking issues:
    - Added missing error handling for empty diff
    - Corrected max_rounds default from 5 to 2
  round: 1
  touched_files:
    - docs/protocol/review_loop.md
    - docs/protocol/inbox_outbox.md
  addressed_finding_ids:
    - F-001
    - F-002
`

export const lgtm = `id: "msg-20260213T1130Z-codex-002"
from: codex
to: claude
type: review_lgtm
priority: P1
created_at_utc: "2026-02-13T11:30:00Z"
related_pr: "86"
subject: "LGTM: review loop protocol (#86)"
body: |
  quality_gate_result: pass
  merge_ready: true
  nits:
    - nit_id: NIT-001
      tier: P3
      summary: "Clarify timeout fallback wording in docs/protocol/review_loop.md"
      owner: claude
      next_action: "Open doc cleanup PR after merge"
`

/** With everything that may stand on an envelope. */
export const note = `id: msg-20260301083000-claude-1a2b
from: claude
to: [codex, gemini]
type: notification
priority: P3
created_at_utc: 2026-03-01T08:30:00Z
expires_at: 2026-03-08T08:30:00Z
channel: review
autonomy_hint: auto_proceed
related_packet: packets/findings/20260301_parser_codex_r2.yaml
related_pr: 91
conversation_id: conv-20260301-claude-1
parent_message_id: msg-20260228T2300Z-codex-007
context_keys: The parser was split last week.
subject: The build is green again
body: |
  Nothing to do.
`

export const handoff = `id: msg-20260301090000-claude-0001
from: claude
to: codex
type: handoff
priority: P2
created_at_utc: 2026-03-01T09:00:00Z
subject: The parser is yours
body: |
  source_agent: claude
  target_agent: codex
  intent: Finish the parser
  artifacts_to_review:
    - src/parser.ts
  definition_of_done:
    - All tests pass
  context_bundle:
    files_touched:
      - path: src/parser.ts
        rationale: It did not read lists
    decisions_made:
      - decision: One pass
        alternatives_considered:
          - Two passes
    blockers_hit:
      - blocker: No grammar
        workarounds_attempted:
          - Read the examples
    suggested_next_steps:
      - Read nested lists
`

export const handoffComplete = `id: msg-20260302090000-codex-0002
from: codex
to: claude
type: handoff_complete
priority: P2
created_at_utc: 2026-03-02T09:00:00Z
subject: The parser is done
body: |
  issue: "#12"
  pr: "#91"
  branch: codex/parser
  tests_run: npm test, all pass
  next_owner: claude
`

export const followUp = `id: msg-20260303090000-codex-0003
from: codex
to: claude
type: follow_up
priority: P3
created_at_utc: 2026-03-03T09:00:00Z
subject: A nit of 91
body: |
  source_type: review
  source_ref: "#91"
  risk_tier: P3
  summary: The name of the function is unclear
  next_action: Rename it
  owner: claude
`

export const packet = `packet_id: 20260213_review_loop_codex_r1
source_review_packet: ""
reviewer: codex
round: 1
created_at_utc: "2026-02-13T10:29:00Z"
summary:
  verdict: fail
  blocking_count: 1
  non_blocking_count: 1
findings:
  - id: F-001
    severity: P1
    blocking: true
    status: open
    area: code
    file: src/lock.ts
    line: 12
    description: The lock stays taken
    repro: Let the download fail
    expected: It is released
    evidence: lock.acquire()
    recommendation: Release it in finally
  - id: F-002
    severity: P3
    blocking: false
    status: open
    file: docs/lock.md
    line: null
    evidence: 'teh lock'
qa_validation:
  commands_run:
    - command: npm test
      result: pass
      notes: ""
  deployment_check:
    ready: false
    rollback_verified: false
    notes: ""
`

/** One place in a text, changed. Throws where there is none, so that no row of a table tests nothing. */
export function swap(text: string, old: string, fresh: string): string {
  if (!text.includes(old)) throw new Error(`not in the text: ${old}`)
  return text.replace(old, () => fresh)
}
