import { jsonText } from '../report/json-text.ts'
import { sessionList } from '../report/session-list.ts'
import type { Command } from './command.ts'
import { readRuns, readSessions, repositoryOf, sessionOptions } from './session-reading.ts'

export const sessions: Command = {
  name: 'sessions',
  summary:
    'Lists the loops and runs of this repository. What a loop did is kept, and can be shown, followed and summed up.',
  words: '[show|tail|stats|clean]',
  options: sessionOptions,
  examples: [
    ['review-loop sessions', 'all sessions, the newest first'],
    ['review-loop sessions show', 'what the newest one of this branch did'],
    ['review-loop sessions tail', 'watch a loop that runs in another terminal'],
  ],
  commands: {
    show: {
      summary: 'what a session did: rounds, findings, question',
      load: async () => (await import('./sessions-show.ts')).show,
    },
    tail: {
      summary: 'follow a session as it goes on',
      load: async () => (await import('./sessions-tail.ts')).tail,
    },
    stats: {
      summary: 'rounds, cost, time and findings of all sessions, by agent',
      load: async () => (await import('./sessions-stats.ts')).stats,
    },
    clean: {
      summary: 'remove finished sessions that are old',
      load: async () => (await import('./sessions-clean.ts')).clean,
    },
  },
  run: async (args, context) => {
    const { root } = await repositoryOf(args, context)
    const { sessions: read, unreadable: unreadableLoops } = readSessions(root)
    const { runs, unreadable: unreadableRuns } = readRuns(root)
    const unreadable = [...unreadableLoops, ...unreadableRuns]
    const list = read.map(({ summary }) => summary)
    const isJson = args.value('format') === 'json'
    context.stdout.write(isJson ? jsonText({ sessions: list, runs, unreadable }) : sessionList(list, unreadable, runs))
    return 0
  },
}
