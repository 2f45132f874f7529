import * as v from 'valibot'
import { readReviewer } from '../own-reviewers.ts'
import type { OutsideReviewer } from '../reviewer.ts'
import { reviewerSchema } from '../reviewer-schema.ts'
import augment from './augment.json' with { type: 'json' }
import bugbot from './bugbot.json' with { type: 'json' }
import claude from './claude.json' with { type: 'json' }
import codeant from './codeant.json' with { type: 'json' }
import coderabbit from './coderabbit.json' with { type: 'json' }
import codex from './codex.json' with { type: 'json' }
import copilot from './copilot.json' with { type: 'json' }
import cubic from './cubic.json' with { type: 'json' }
import ellipsis from './ellipsis.json' with { type: 'json' }
import gemini from './gemini.json' with { type: 'json' }
import geminiWorkflow from './gemini-workflow.json' with { type: 'json' }
import greptile from './greptile.json' with { type: 'json' }
import macroscope from './macroscope.json' with { type: 'json' }
import openaiWorkflow from './openai-workflow.json' with { type: 'json' }
import qodo from './qodo.json' with { type: 'json' }
import reviewLoop from './review-loop.json' with { type: 'json' }
import reviewWorkflow from './review-workflow.json' with { type: 'json' }
import sourcery from './sourcery.json' with { type: 'json' }

const descriptions = {
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
  'review-loop': reviewLoop,
  'openai-workflow': openaiWorkflow,
  'gemini-workflow': { ...openaiWorkflow, ...geminiWorkflow },
  'review-workflow': { ...openaiWorkflow, ...reviewWorkflow },
}

/** The reviewers that are known without being told. */
export const knownReviewers: readonly OutsideReviewer[] = Object.entries(descriptions).map(([id, description]) =>
  readReviewer(id, v.parse(reviewerSchema, description)),
)

export function knownReviewer(id: keyof typeof descriptions): OutsideReviewer {
  return knownReviewers.find((reviewer) => reviewer.id === id)!
}
