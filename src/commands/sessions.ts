import { jsonText } from '../report/json-text.ts'
import { sessionList } from '../report/sessions/session-list.ts'
import type { Command } from './command.ts'
import { readForeign, readRuns, readSessions, repositoryOf, sessionOptions } from './sessions/session-reading.ts'

export const sessions: Command = {
  name: 'sessions',
  summary:
    'Lists the loops and runs of this repository. What they did is kept, and can be shown, followed and summed up.',
  words: '[show|tail|stats|clean]',
  options: sessionOptions,
  examples: [
    ['review-loop sessions', 'all sessions, the newest first'],
    ['review-loop sessions show', 'what the newest one of this branch did'],
    ['review-loop sessions tail', 'watch a loop or run in another terminal'],
  ],
  commands: {
    show: {
      summary: 'what a session did: rounds, findings, question',
      load: async () => (await import('./sessions/sessions-show.ts')).show,
    },
    tail: {
      summary: 'follow a session as it goes on',
      load: async () => (await import('./sessions/sessions-tail.ts')).tail,
    },
    stats: {
      summary: 'rounds, cost, time and findings of all sessions, by agent',
      load: async () => (await import('./sessions/sessions-stats.ts')).stats,
    },
    clean: {
      summary: 'remove finished sessions that are old, or those that are named',
      load: async () => (await import('./sessions/sessions-clean.ts')).clean,
    },
  },
  run: async (args, context) => {
    const { root } = await repositoryOf(args, context)
    const { sessions: read, unreadable: unreadableLoops } = readSessions(root)
    const { runs, unreadable: unreadableRuns } = readRuns(root)
    const { foreign: otherTools, unreadable: unreadableFiles } = readForeign(root)
    const unreadable = [...unreadableLoops, ...unreadableRuns, ...unreadableFiles]
    const list = read.map(({ summary }) => summary)
    const runList = runs.map(({ summary }) => summary)
    const isJson = args.value('format') === 'json'
    const value = { sessions: list, runs: runList, otherTools, unreadable }
    context.stdout.write(isJson ? jsonText(value) : sessionList(list, unreadable, runList, otherTools))
    return 0
  },
}
