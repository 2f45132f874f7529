import { firstFew } from '../values/first-few.ts'
import { blockingValidations } from './loop-gate.ts'
import { restartsText, reversals } from './question-detail.ts'
import { hasTrait } from './reviewer-traits.ts'
import { type LoopState, lastRound } from './state.ts'
import type { LoopReason } from './types.ts'
import { whyFailing } from './validations.ts'

const sentences: Record<Exclude<LoopReason, 'user_changed'>, string> = {
  limit: 'The rounds are used up and findings are left.',
  stuck: 'Two rounds brought no progress.',
  unverified: 'A blocking claim could not be checked against the code.',
  oscillation: 'A finding asks for what an earlier fix removed.',
  fix_failed: 'The fixer gave no answer that counts.',
  unable: 'The fixer could not mend what is left.',
  validation: 'No finding is left, but a validation command does not pass.',
  budget: 'The budget is used up.',
  checks_changed: 'The fix changes what the validation commands check, or which files git sees',
  reviewer: 'What is left is for a person to decide.',
}

/** Why a loop stops, in one sentence; where something changed that nobody owns up to, it says what. */
export function whyBlocked(reason: LoopReason, state: LoopState): string {
  if (reason === 'limit' && hasTrait(state, 'own-pace')) return `Findings are left: ${restartsText(state)}.`
  if (reason === 'reviewer') return [sentences.reviewer, ...whyFinal(state)].join(' ')
  if (reason === 'fix_failed') return [sentences.fix_failed, ...whyFailed(state)].join(' ')
  if (reason === 'oscillation') return [sentences.oscillation, ...reversals(state).map((text) => `${text}.`)].join(' ')
  const [rejected] = reason === 'validation' ? blockingValidations(state).filter(({ tampered }) => tampered) : []
  if (rejected !== undefined) return `\`${rejected.command}\` ${whyFailing(rejected)}.`
  if (reason === 'checks_changed') return `${sentences.checks_changed}: ${changedChecksOf(state).join(', ')}.`
  if (reason !== 'user_changed') return sentences[reason]
  return `The branch or files changed meanwhile, and nobody owns up to it: ${whatChanged(state)}.`
}

function whyFinal(state: LoopState): readonly string[] {
  const { final = null } = lastRound(state) ?? {}
  return final === null ? [] : [`${final[0]?.toUpperCase()}${final.slice(1)}.`.replace(/\.{2}$/, '.')]
}

function whyFailed(state: LoopState): readonly string[] {
  const problems = lastRound(state)?.fix?.results.at(-1)?.problems ?? []
  return problems.length === 0 ? [] : [`${firstFew(problems, 3).join('; ')}.`.replace(/\.{2}$/, '.')]
}

function changedChecksOf(state: LoopState): readonly string[] {
  return firstFew(lastRound(state)?.fix?.results.at(-1)?.checkFiles ?? [], 5)
}

function whatChanged(state: LoopState): string {
  if (state.userChange !== null) return state.userChange
  const { unnamedFiles = [], earlier } = lastRound(state)?.fix?.results.at(-1) ?? {}
  const kept = earlier === undefined ? '' : `; uncommitted work in them is kept in ${earlier}`
  return `${firstFew(unnamedFiles, 5).join(', ')}${kept}`
}
