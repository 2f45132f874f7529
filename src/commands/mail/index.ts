import { LoopError } from '../../errors.ts'
import { type Command, commonOptions } from '../command.ts'

export const mail: Command = {
  name: 'mail',
  summary: 'Reviews by messages: agents that share only a folder write to each other, in YAML that a person can read.',
  words: 'init|author|review|serve|address|send|list|show|watch|validate|gate|keygen|trust|doctor',
  description: ['The messages, the folders and the rules are described in docs/mail.md.'],
  options: { help: commonOptions.help },
  examples: [
    ['review-loop mail init --agents claude,codex', 'a mailbox for two'],
    ['review-loop mail list --as codex', 'what codex has to do'],
    ['review-loop mail doctor', 'whether all is well in it'],
  ],
  commands: {
    init: { summary: 'make a mailbox, or add agents to it', load: async () => (await import('./init.ts')).init },
    author: {
      summary: 'the loop, with a reviewer who is asked by mail',
      load: async () => (await import('./author.ts')).author,
    },
    address: {
      summary: 'answer feedback that was worked on by hand',
      load: async () => (await import('./address.ts')).address,
    },
    send: { summary: 'write a message and deliver it', load: async () => (await import('./send.ts')).send },
    list: { summary: 'what is in an inbox, in the order of work', load: async () => (await import('./list.ts')).list },
    show: { summary: 'one message', load: async () => (await import('./show.ts')).show },
    review: { summary: 'answer one review request', load: async () => (await import('./review.ts')).review },
    serve: { summary: 'answer them as they come in', load: async () => (await import('./serve.ts')).serve },
    watch: { summary: 'say what comes in', load: async () => (await import('./watch.ts')).watch },
    validate: {
      summary: 'whether files are messages, and all that is wrong with them',
      load: async () => (await import('./validate.ts')).validate,
    },
    gate: { summary: 'whether a findings packet passes', load: async () => (await import('./gate.ts')).gate },
    keygen: { summary: 'make a key to sign with', load: async () => (await import('./keygen.ts')).keygen },
    trust: { summary: 'accept the keys of an agent', load: async () => (await import('./keygen.ts')).trust },
    doctor: { summary: 'whether all is well in a mailbox', load: async () => (await import('./doctor.ts')).doctor },
  },
  run: async () => {
    throw new LoopError('usage', {
      problem: 'say what: init, author, review, serve, address, send, list, show, watch, validate, gate',
      command: 'mail',
    })
  },
}
