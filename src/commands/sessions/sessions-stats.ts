import { sumSessions } from '../../core/loop/session-stats.ts'
import { jsonText } from '../../report/json-text.ts'
import { sessionStatsText } from '../../report/sessions/session-stats.ts'
import type { Command } from '../command.ts'
import { readSessions, repositoryOf, sessionOptions } from './session-reading.ts'

export const stats: Command = {
  name: 'sessions stats',
  summary: 'Sums up all loops and runs: rounds, cost, time, and what was fixed, refuted and waived, by agent.',
  words: '',
  options: sessionOptions,
  examples: [['review-loop sessions stats --format json', 'for scripts']],
  run: async (args, context) => {
    const { root } = await repositoryOf(args, context)
    const { sessions, unreadable } = readSessions(root)
    const sums = sumSessions(sessions.flatMap(({ view }) => view.work() ?? []))
    for (const { problem } of unreadable) context.stderr.write(`review-loop: not counted: ${problem}\n`)
    context.stdout.write(args.value('format') === 'json' ? jsonText({ ...sums, unreadable }) : sessionStatsText(sums))
    return 0
  },
}
