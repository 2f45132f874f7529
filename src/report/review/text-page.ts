import type pc from 'picocolors'
import type { Severity } from '../../types.ts'
import type { ReportContext } from '../reporter.ts'

export type Colors = ReturnType<typeof pc.createColors>

/** What every part of the text report needs to draw. */
export interface Page {
  readonly context: ReportContext
  readonly colors: Colors
  readonly width: number
}

/** Prose wider than this is hard to read, however wide the terminal is. */
export const proseWidth = 100

export function paint(page: Page, severity: Severity): (text: string) => string {
  const { red, yellow, cyan } = page.colors
  return { P0: red, P1: red, P2: yellow, P3: cyan }[severity]
}
