import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { LoopError } from '../../errors.ts'
import { readIfThere, reasonOf, writeWhole } from '../../io/files.ts'
import { type AgentReply, listEntries, readAgentReply } from './agent-reply.ts'
import type { Input } from './input.ts'
import { crDirOption } from './options.ts'
import type { Step } from './step.ts'

export const collectFindings: Step = {
  options: {
    'cr-dir': crDirOption,
    output: { type: 'string', value: 'NAME', description: 'the file in that folder to write; findings.json' },
    hygiene: { type: 'string', value: 'FILE', description: 'what hygiene printed' },
  },
  description: [
    'Writes one list of the findings of every agent_*.json in the folder; prints {total_findings, agent_files, failed_agents, hygiene_included}.',
    'An agent whose file cannot be read has not spoken: it is in the list as {reviewer, error}, and the verdict will be inconclusive. So it is when nobody has spoken at all.',
  ],
  examples: [['review-loop tool collect-findings --cr-dir DIR --hygiene hygiene.json', 'before validate']],
  run: async (input) => {
    const folder = input.requiredPath('cr-dir')
    const names = agentFiles(folder)
    const replies = names.map((name) => readAgentReply(name, readIfThere(join(folder, name))))
    const hygiene = readHygiene(input)
    const all = [...replies, ...(hygiene === undefined ? [] : [hygiene])]
    const entries = listEntries(all)
    writeWhole(join(folder, input.text('output') ?? 'findings.json'), `${JSON.stringify(entries, null, 2)}\n`)
    return {
      total_findings: all.reduce((sum, reply) => sum + ('findings' in reply ? reply.findings.length : 0), 0),
      agent_files: names,
      failed_agents: all.flatMap((reply) => ('failure' in reply ? [{ file: reply.file, reason: reply.failure }] : [])),
      hygiene_included: hygiene !== undefined && 'findings' in hygiene,
    }
  },
}

function agentFiles(folder: string): readonly string[] {
  try {
    return readdirSync(folder)
      .filter((name) => /^agent_.+\.json$/.test(name))
      .sort()
  } catch (error) {
    throw new LoopError('unreadable_file', { path: folder, reason: reasonOf(error) }, { cause: error })
  }
}

function readHygiene(input: Input): AgentReply | undefined {
  const content = input.content('hygiene')
  if (content === undefined) return undefined
  const text = 'text' in content ? content.text : JSON.stringify(content.value)
  return { ...readAgentReply(content.name, text), reviewer: 'hygiene' }
}
