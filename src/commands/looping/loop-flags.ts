import type { Options } from '../command.ts'

/** What every loop takes, whoever reviews. */
export const loopFlags = {
  validate: {
    type: 'string',
    value: 'CMD',
    multiple: true,
    description:
      'runs before the first fix and after every one, in the root of the repository, such as "npm test"; a fix with which it newly fails is taken back',
  },
  'on-limit': {
    type: 'string',
    choices: ['ask', 'block', 'accept', 'continue'],
    description: 'what happens when findings are left',
  },
  handsfree: { type: 'boolean', description: 'never ask: where a person would be asked, it stops' },
  'accept-risk': { type: 'boolean', description: 'exit with 0 when what is left was accepted' },
  'scope-guard': {
    type: 'string',
    choices: ['report', 'strict'],
    description: 'strict: a fix that touches files beyond its findings is taken back',
  },
  resume: {
    type: 'string',
    value: 'ID',
    optional: /^[0-9a-f]{4,}(-[0-9a-f]+)*$/i,
    description: 'go on with a session; without ID: the newest',
  },
  format: { type: 'string', choices: ['text', 'json', 'jsonl', 'markdown'], description: 'how to print the result' },
  output: { type: 'string', value: 'FILE', description: 'write the result there instead of standard output' },
} satisfies Options
