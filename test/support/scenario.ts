import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import * as v from 'valibot'
import { parse } from 'yaml'
import { root } from './program.ts'
import { isInSample } from './sample.ts'

// A story of a staged run as data: test/scenarios/<name>/scenario.yaml. What a word means stands beside it.

/** Texts by path; null: no such file. */
const files = v.record(v.string(), v.nullable(v.string()))

const answer = v.union([
  v.picklist(['plan', 'noop', 'approve']),
  /** A plan with this under Open Questions. */
  v.strictObject({ asks: v.string() }),
  /** REQUEST_CHANGES with this as a critical issue of calc.js. */
  v.strictObject({ refuse: v.string() }),
  /** Writes, and claims to have changed just that, or something else. `tools`: calls that claude tells of. */
  v.strictObject({ write: files, claim: v.optional(v.array(v.string())), tools: v.optional(v.number()) }),
  /** These words. `raw`: also in place of the lines that claude prints around them. */
  v.strictObject({
    say: v.string(),
    write: v.optional(files),
    exit: v.optional(v.number()),
    raw: v.optional(v.boolean()),
  }),
])

const step = v.union([
  /** Words behind `review-loop`; {session} and {agent} are filled in. The agent of the scenario is named where nobody is. */
  v.strictObject({
    run: v.array(v.string()),
    /** Null where it was killed. */
    exit: v.nullable(v.number()),
    /** The outcome in its result. */
    ends: v.optional(v.string()),
    /** Patterns of what it prints. */
    says: v.optional(v.array(v.string())),
    /** SIGKILL while this part is at work, or git after the commit ("commit"). */
    killedAt: v.optional(v.string()),
    /** SIGKILL when an event of this type and with these words is in the journal, and nothing was done about it yet. */
    killedAfter: v.optional(v.string()),
    /** SIGINT while this part is at work. */
    interruptedAt: v.optional(v.string()),
  }),
  /** What a person does meanwhile. */
  v.strictObject({ edit: files }),
  v.strictObject({ git: v.array(v.string()) }),
  /** A session file of another tool, from test/sessions. */
  v.strictObject({ session: v.string() }),
  /** What another tool does to the session file. */
  v.strictObject({ rewrite: v.strictObject({ from: v.string(), to: v.string() }) }),
  /** After a kill a person has looked at what may have been done meanwhile, and takes the marks away as the program says. */
  v.strictObject({ looked: v.literal(true) }),
  /** The session file is now as in expected-session.<this>.md. */
  v.strictObject({ shows: v.string() }),
])

const scenario = v.strictObject({
  about: v.string(),
  /** What the program does not do yet as it is expected here; until then nothing is compared with the expected files. */
  fails: v.optional(v.string()),
  /** Committed at the start, besides the usual ones. */
  files: v.optional(files, {}),
  uncommitted: v.optional(files, {}),
  /** By role and pass, in the order in which they are asked for; the last one again and again. All goes well by itself. */
  answers: v.optional(v.record(v.string(), v.array(answer)), {}),
  steps: v.array(step),
  /** The session file ends as that of another scenario. */
  like: v.optional(v.string()),
  /** Patterns of the session file. */
  tells: v.optional(v.array(v.string()), []),
  leaves: v.optional(files, {}),
  /** Files as they were, in folders of .review-loop/undone. */
  keeps: v.optional(v.record(v.string(), v.string()), {}),
  /** The commits on the branch: "subject [files]". */
  commits: v.optional(v.array(v.string()), []),
  /** How often who was asked, where that matters. */
  asked: v.optional(v.record(v.string(), v.number()), {}),
  /** What a prompt contains: by role, pass and number of the call. */
  prompts: v.optional(v.record(v.string(), v.array(v.string())), {}),
})

export type Scenario = v.InferOutput<typeof scenario>
export type ScenarioStep = v.InferOutput<typeof step>
export type ScenarioAnswer = v.InferOutput<typeof answer>

const folder = join(root, 'test', 'scenarios')

export const scenarioNames: readonly string[] = readdirSync(folder).filter((_, at) => isInSample(at))

export const scenarioFile = (name: string, file: string): string => join(folder, name, file)

export function readScenario(name: string): Scenario {
  return v.parse(scenario, parse(readFileSync(scenarioFile(name, 'scenario.yaml'), 'utf8')))
}
