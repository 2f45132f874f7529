import { weightOfNumber } from '../severity-marks.ts'
import type { Section } from '../text/sections.ts'
import type { Weight } from '../types.ts'

/**
 * How grave a suggestion is by what stands around it: the cell beside it, its number from 1 to 10, or the banner above
 * its group. Undefined when none is there: its own marks decide.
 */
export function importanceIn({ summary, content }: Section, text: string): Weight | undefined {
  const at = text.indexOf(content)
  const cell = /^\s*<\/details>\s*<\/td>\s*<td[^>]*>\s*(high|medium|low)\b/i.exec(text.slice(at + content.length))?.[1]
  if (cell !== undefined) return words[cell.toLowerCase()]
  const number = /suggestion importance\[1-10\]:\s*(\d+)/i.exec(content)?.[1]
  if (number !== undefined) return weightOfNumber(Number(number))
  if (/alt=["']/i.test(summary)) return undefined
  const banner = [
    ...text.slice(0, at).matchAll(/(action required|remediation recommended|review recommended|advisory)/gi),
  ]
  return words[banner.at(-1)?.[1]?.toLowerCase() ?? '']
}

const words: Readonly<Record<string, Weight>> = {
  high: 'high',
  medium: 'medium',
  low: 'low',
  'action required': 'high',
  'remediation recommended': 'medium',
  'review recommended': 'medium',
  advisory: 'low',
}
