import { readFileSync } from 'node:fs'
import { describe, it } from 'vitest'
import { parseSession } from '../../src/core/staged/session-file/session-parse.ts'
import { renderSession } from '../../src/core/staged/session-file/session-render.ts'
import { readScenario, scenarioFile, scenarioNames } from '../support/scenario.ts'
import { expectAfter, playScenario } from '../support/scenario-play.ts'
import { shownEvents, shownSession } from '../support/scenario-shown.ts'
import { runEvents, sessionText } from '../support/scripted-run.ts'

// Stories of staged runs, each a folder of test/scenarios: what happens, and the session file and the events it comes to.
// `vitest run -u` on this file writes both anew; then they are to be read.

describe.concurrent('a staged run', () => {
  for (const name of scenarioNames) {
    const scenario = readScenario(name)
    const { about, fails, like } = scenario
    const test = fails === undefined ? it : it.fails
    test(`${name}: ${about}`, async ({ expect }) => {
      const played = await playScenario(scenario, (shown, soFar) =>
        expect(shownSession(soFar)).toMatchFileSnapshot(scenarioFile(name, `expected-session.${shown}.md`)),
      )
      expectAfter(scenario, played)
      if (fails !== undefined) return
      await expect(shownEvents(played)).toMatchFileSnapshot(scenarioFile(name, 'expected-events.jsonl'))
      const session = scenarioFile(like ?? name, 'expected-session.md')
      if (like === undefined) await expect(shownSession(played)).toMatchFileSnapshot(session)
      else expect(shownSession(played)).toBe(readFileSync(session, 'utf8'))
      const text = sessionText(played.test)
      const parsed = parseSession(text)
      expect('value' in parsed && renderSession(parsed.value)).toBe(text)
      expect(runEvents(played.test).filter(({ type }) => type === 'run-started')).toHaveLength(1)
    })
  }
})
