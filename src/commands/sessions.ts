import { jsonText } from '../report/json-text.ts'
import { sessionList } from '../report/sessions/session-list.ts'
import type { Command } from './command.ts'
import { kindNames, sessionKinds } from './sessions/kinds/index.ts'
import { readForeign, readSessions, repositoryOf, sessionOptions } from './sessions/session-reading.ts'

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
    const { sessions: read, unreadable: unreadableSessions } = readSessions(root)
    const { foreign: otherTools, unreadable: unreadableFiles } = readForeign(root)
    const unreadable = [...unreadableSessions, ...unreadableFiles]
    const viewsOf = (name: (typeof kindNames)[number]) =>
      read.filter(({ kind }) => kind === name).map(({ view }) => view)
    if (args.value('format') === 'json') {
      const lists = kindNames.map((name) => [sessionKinds[name].listName, viewsOf(name).map(({ summary }) => summary)])
      context.stdout.write(jsonText({ ...Object.fromEntries(lists), otherTools, unreadable }))
      return 0
    }
    const tables = kindNames.map((name) => ({
      columns: sessionKinds[name].columns,
      rows: viewsOf(name).map(({ row }) => row()),
    }))
    const asking = read.filter(({ view }) => view.status === 'asking').map(({ view }) => view.session)
    context.stdout.write(sessionList({ tables, otherTools, unreadable, asking }))
    return 0
  },
}
