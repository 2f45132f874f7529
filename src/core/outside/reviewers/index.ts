import type { OutsideReviewer } from '../reviewer.ts'
import { augment } from './augment.ts'
import { bugbot } from './bugbot.ts'
import { claude } from './claude.ts'
import { codeant } from './codeant.ts'
import { coderabbit } from './coderabbit.ts'
import { codex } from './codex.ts'
import { copilot } from './copilot.ts'
import { cubic } from './cubic.ts'
import { ellipsis } from './ellipsis.ts'
import { gemini } from './gemini.ts'
import { greptile } from './greptile.ts'
import { macroscope } from './macroscope.ts'
import { qodo } from './qodo.ts'
import { reviewLoop } from './review-loop.ts'
import { sourcery } from './sourcery.ts'
import { geminiWorkflow, openaiWorkflow, otherWorkflow } from './workflows.ts'

/** The reviewers that are known without being told. */
export const knownReviewers: readonly OutsideReviewer[] = [
  copilot,
  codex,
  coderabbit,
  gemini,
  bugbot,
  greptile,
  qodo,
  sourcery,
  claude,
  macroscope,
  ellipsis,
  cubic,
  codeant,
  augment,
  reviewLoop,
  openaiWorkflow,
  geminiWorkflow,
  otherWorkflow,
]
