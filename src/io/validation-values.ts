import * as v from 'valibot'

// What validation commands say, and what a session works by, as they have to stand in a journal.

export const settings = v.pipe(
  v.object({ config: v.string(), waivers: v.string(), rules: v.string(), decisions: v.string() }),
  v.description('What the session works by, as hashes: read here, and not again before it is resumed.'),
)

export const validation = v.object({
  command: v.string(),
  status: v.picklist(['passed', 'failed', 'timed_out']),
  exitCode: v.nullable(v.pipe(v.number(), v.integer())),
  durationMs: v.pipe(v.number(), v.minValue(0)),
  output: v.string(),
  tampered: v.exactOptional(
    v.pipe(
      v.object({ changed: v.array(v.string()), kept: v.nullable(v.string()) }),
      v.description(
        'What it changed of the settings and records of review-loop or git. That was undone; `kept` is its version.',
      ),
    ),
  ),
})
