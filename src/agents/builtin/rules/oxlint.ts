import type { Severity } from '../../../types.ts'
import type { Check } from '../finding.ts'

// Which rules of oxlint are on, and how much each weighs. Everything else is off: a rule is here because what it finds is
// wrong when the program runs, not because somebody likes the code better otherwise. Tried and left out as too noisy:
// react/exhaustive-deps, react/no-unstable-nested-components, unicorn/no-array-fill-with-reference-type, no-empty-pattern.

/** Rule, severity, confidence, and what goes wrong. A P2 with the last part blocks. */
type Row = readonly [rule: string, severity: Severity, confidence: number, impact?: string]

const throws = 'The statement throws when it is reached.'
const alwaysSame = 'The condition has the same outcome whatever the data, so one branch never runs.'
const overwritten = 'The earlier entry is silently lost.'

const correctness: readonly Row[] = [
  ['constructor-super', 'P1', 0.95, throws],
  ['for-direction', 'P1', 0.95, 'The loop never ends, or never runs.'],
  ['getter-return', 'P2', 0.85],
  ['no-async-promise-executor', 'P2', 0.85],
  ['no-class-assign', 'P2', 0.85],
  ['no-compare-neg-zero', 'P2', 0.9],
  ['no-cond-assign', 'P2', 0.85],
  ['no-const-assign', 'P1', 0.95, throws],
  ['no-constant-binary-expression', 'P2', 0.9, alwaysSame],
  ['no-constant-condition', 'P2', 0.8],
  ['no-dupe-class-members', 'P2', 0.9, overwritten],
  ['no-dupe-else-if', 'P2', 0.95, 'The second branch can never run.'],
  ['no-dupe-keys', 'P2', 0.95, overwritten],
  ['no-duplicate-case', 'P2', 0.95, 'The second branch can never run.'],
  ['no-empty-character-class', 'P2', 0.9],
  ['no-ex-assign', 'P2', 0.8],
  ['no-func-assign', 'P2', 0.85],
  ['no-global-assign', 'P2', 0.85],
  ['no-import-assign', 'P1', 0.95, throws],
  ['no-invalid-regexp', 'P1', 0.95, throws],
  ['no-loss-of-precision', 'P2', 0.9, 'The number that is stored is not the number that is written.'],
  ['no-misleading-character-class', 'P2', 0.85],
  ['no-new-native-nonconstructor', 'P1', 0.95, throws],
  ['no-obj-calls', 'P1', 0.95, throws],
  ['no-self-assign', 'P2', 0.85],
  ['no-self-compare', 'P2', 0.85],
  ['no-setter-return', 'P2', 0.85],
  ['no-shadow-restricted-names', 'P2', 0.85],
  ['no-sparse-arrays', 'P2', 0.8],
  ['no-this-before-super', 'P1', 0.95, throws],
  ['no-unassigned-vars', 'P2', 0.85],
  ['no-unexpected-multiline', 'P2', 0.85],
  ['no-unreachable', 'P2', 0.9],
  ['no-unsafe-finally', 'P2', 0.9, 'The exception or return value of the `try` block is thrown away.'],
  ['no-unsafe-negation', 'P1', 0.95, alwaysSame],
  ['no-unsafe-optional-chaining', 'P2', 0.9, 'Throws a TypeError when the optional value is missing.'],
  ['no-unused-private-class-members', 'P3', 0.7],
  ['no-unused-vars', 'P3', 0.75],
  ['no-useless-backreference', 'P2', 0.85],
  ['no-with', 'P2', 0.85],
  ['require-yield', 'P3', 0.75],
  ['use-isnan', 'P1', 0.95, alwaysSame],
  ['valid-typeof', 'P1', 0.95, alwaysSame],
  ['node/no-exports-assign', 'P2', 0.85],
  ['oxc/bad-array-method-on-arguments', 'P1', 0.95, throws],
  ['oxc/bad-char-at-comparison', 'P1', 0.95, alwaysSame],
  ['oxc/bad-comparison-sequence', 'P1', 0.9, 'The comparison compares a boolean, not the values that were meant.'],
  ['oxc/bad-match-all-arg', 'P1', 0.95, throws],
  ['oxc/bad-min-max-func', 'P1', 0.95, 'The result is a constant, whatever the input.'],
  ['oxc/bad-object-literal-comparison', 'P1', 0.95, alwaysSame],
  ['oxc/bad-replace-all-arg', 'P1', 0.95, throws],
  ['oxc/const-comparisons', 'P2', 0.9, alwaysSame],
  ['oxc/erasing-op', 'P2', 0.9],
  ['oxc/misrefactored-assign-op', 'P2', 0.85],
  ['oxc/missing-throw', 'P2', 0.95, 'The error is created and dropped; execution goes on.'],
  ['oxc/number-arg-out-of-range', 'P1', 0.95, throws],
  ['oxc/only-used-in-recursion', 'P3', 0.7],
  ['oxc/uninvoked-array-callback', 'P2', 0.9, 'The callback never runs on an array of holes.'],
  ['promise/no-multiple-resolved', 'P2', 0.75],
  ['promise/no-new-statics', 'P1', 0.95, throws],
  ['promise/valid-params', 'P2', 0.8],
  ['typescript/no-duplicate-enum-values', 'P2', 0.85],
  ['typescript/no-misused-new', 'P2', 0.85],
  ['typescript/no-non-null-asserted-optional-chain', 'P2', 0.85],
  ['typescript/no-unsafe-declaration-merging', 'P2', 0.75],
  ['unicorn/no-accessor-recursion', 'P1', 0.95, 'Every access overflows the stack.'],
  ['unicorn/no-await-in-promise-methods', 'P2', 0.85],
  ['unicorn/no-invalid-fetch-options', 'P1', 0.95, throws],
  ['unicorn/no-invalid-remove-event-listener', 'P2', 0.9, 'The listener is never removed.'],
  ['unicorn/no-thenable', 'P2', 0.75],
]

const frameworks: readonly Row[] = [
  ['react/jsx-key', 'P2', 0.8],
  ['react/jsx-no-comment-textnodes', 'P2', 0.8],
  ['react/jsx-no-duplicate-props', 'P2', 0.95, overwritten],
  ['react/jsx-no-undef', 'P1', 0.9, throws],
  ['react/no-danger-with-children', 'P1', 0.95, throws],
  ['react/no-direct-mutation-state', 'P2', 0.9, 'The component does not render the new state.'],
  [
    'react/rules-of-hooks',
    'P2',
    0.85,
    'The order of hooks changes between renders and React throws or mixes up state.',
  ],
  ['react/style-prop-object', 'P2', 0.85],
  ['react/void-dom-elements-no-children', 'P1', 0.95, throws],
  ['vue/no-arrow-functions-in-watch', 'P2', 0.85],
  ['vue/no-async-in-computed-properties', 'P2', 0.85],
  ['vue/no-dupe-keys', 'P2', 0.9],
  ['vue/no-export-in-script-setup', 'P2', 0.85],
  ['vue/no-lifecycle-after-await', 'P2', 0.85],
  ['vue/no-shared-component-data', 'P2', 0.85],
  ['vue/no-side-effects-in-computed-properties', 'P2', 0.8],
  ['vue/no-watch-after-await', 'P2', 0.85],
  ['vue/return-in-computed-property', 'P2', 0.85],
]

const security: readonly Row[] = [
  ['no-eval', 'P2', 0.85, 'Whoever controls the string runs code in this program.'],
  ['no-implied-eval', 'P2', 0.8, 'Whoever controls the string runs code in this program.'],
  ['react/jsx-no-script-url', 'P2', 0.85],
]

/** Rules whose repair by `--fix` keeps the meaning that was intended. */
const fixable = new Set([
  'use-isnan',
  'valid-typeof',
  'no-unsafe-negation',
  'no-compare-neg-zero',
  'node/no-exports-assign',
  'promise/no-new-statics',
])

/** True of React only; other libraries with hooks and JSX have other rules. */
export const reactOnly = new Set([
  'react/jsx-key',
  'react/no-direct-mutation-state',
  'react/rules-of-hooks',
  'react/style-prop-object',
])

/** Its first label is the offending place. With all others it is the last: "first defined here", "duplicated here". */
export const firstLabelRules = new Set(['react/rules-of-hooks'])

export interface OxlintCheck extends Check {
  readonly fixable: boolean
}

export const oxlintChecks: ReadonlyMap<string, OxlintCheck> = new Map([
  ...correctness.map((row) => toCheck(row, 'correctness')),
  ...frameworks.map((row) => toCheck(row, 'correctness')),
  ...security.map((row) => toCheck(row, 'security')),
])

/** Unused parameters and caught errors are often there for the signature; a leading underscore says "on purpose". */
const options: Readonly<Record<string, unknown>> = {
  'no-unused-vars': { args: 'none', caughtErrors: 'none', ignoreRestSiblings: true, varsIgnorePattern: '^_' },
}

export const oxlintConfiguration = configurationFor([...oxlintChecks.keys()])

/** Only rules whose repairs are wanted, so that every edit belongs to one of them. */
export const fixConfiguration = configurationFor([...fixable])

function configurationFor(rules: readonly string[]) {
  return {
    plugins: ['eslint', 'typescript', 'unicorn', 'oxc', 'promise', 'react', 'node', 'vue'],
    categories: { correctness: 'off' },
    rules: Object.fromEntries(rules.map((rule) => [rule, rule in options ? ['warn', options[rule]] : 'warn'])),
  }
}

function toCheck([rule, severity, confidence, impact]: Row, category: string): [string, OxlintCheck] {
  return [rule, { severity, category, confidence, impact: impact ?? null, fixable: fixable.has(rule) }]
}
