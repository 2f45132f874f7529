import { mask, maskDocument } from '../io/masking.ts'
import { withoutWorkflowCommands } from '../report/workflow-command.ts'
import type { Output } from './command.ts'

export interface Screen extends Pick<Output, 'isTerminal' | 'columns'> {
  readonly write: (text: string) => void
  /** The runner of CI obeys what is printed. */
  readonly isRunner: boolean
}

/** What commands print to: nothing gets to the screen but through here. */
export function createOutput({ write, isRunner, ...screen }: Screen): Output {
  const harmless = isRunner ? withoutWorkflowCommands : (text: string) => text
  return {
    write: (text) => write(harmless(maskDocument(text))),
    writeToRunner: (text) => write(mask(text)),
    writeSource: (text) => write(harmless(text)),
    ...screen,
  }
}
