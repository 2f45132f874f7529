import type { Severity } from '../../../types.ts'
import type { Check } from '../finding.ts'

// Which rules of ruff are on (families F, B, S and PLE), and how much each weighs. Left out, because they find no bugs:
// unused imports (F401: the only thing that was reported on code known to be clean), assert (S101), passwords by name
// (S105 to S107: the secret scanner's work), addresses and temporary paths (S104, S108), URL openers (S310), random
// numbers (S311), XML parsers (S31x), subprocess without a shell (S404, S603, S606, S607), function calls as defaults
// (B008: dependency injection lives on them), a bare raise (PLE0704: right in what a handler calls), and B's advice on
// style (B009 to B011, B017, B904, B905).

/** Rules (separated by blanks), severity, confidence, and what goes wrong. A P2 with the last part blocks. */
type Row = readonly [codes: string, severity: Severity, confidence: number, impact?: string]

const throws = 'Raises an exception when it is reached.'
const invalid = 'The module cannot be imported.'

const correctness: readonly Row[] = [
  ['F402', 'P2', 0.8],
  ['F404 F407', 'P1', 0.95, invalid],
  ['F501 F502 F503 F505 F506 F507 F508 F509', 'P1', 0.95, throws],
  ['F504 F522 F523', 'P2', 0.85],
  ['F521 F524 F525', 'P1', 0.9, throws],
  ['F541', 'P3', 0.7],
  ['F601', 'P2', 0.9, 'The earlier entry is silently lost.'],
  ['F602', 'P2', 0.9, 'The earlier entry is silently lost.'],
  ['F621 F622', 'P1', 0.95, invalid],
  ['F631', 'P1', 0.95, 'The assertion can never fail.'],
  [
    'F632',
    'P1',
    0.95,
    'Identity of literals is not defined by the language: the comparison may be false for equal values.',
  ],
  ['F633', 'P1', 0.95, throws],
  ['F634', 'P1', 0.95, 'The condition is always true.'],
  ['F701 F702 F704 F706 F707', 'P1', 0.95, invalid],
  ['F811', 'P2', 0.8],
  ['F821', 'P1', 0.9, 'Raises a NameError when it is reached.'],
  ['F822', 'P2', 0.85],
  ['F823', 'P1', 0.9, 'Raises an UnboundLocalError when it is reached.'],
  ['F841', 'P3', 0.75],
  ['F901', 'P1', 0.95, throws],
  ['B002', 'P2', 0.95, 'Python has no increment operator: the value does not change.'],
  ['B003', 'P2', 0.85],
  ['B005', 'P2', 0.85],
  ['B006', 'P2', 0.9, 'All calls share one object: what one call adds, the next one sees.'],
  ['B012', 'P2', 0.9, 'An exception on its way out is silently dropped.'],
  ['B014', 'P3', 0.75],
  ['B015', 'P2', 0.85],
  ['B016', 'P1', 0.95, throws],
  ['B018', 'P3', 0.7],
  ['B019', 'P3', 0.75],
  ['B020', 'P2', 0.85],
  ['B021', 'P2', 0.85],
  ['B022', 'P2', 0.85],
  ['B023', 'P2', 0.75],
  ['B025', 'P2', 0.9, 'The second handler can never run.'],
  ['B029', 'P2', 0.9, 'The handler catches nothing.'],
  ['B030', 'P1', 0.85, throws],
  ['B031', 'P2', 0.8],
  ['B032', 'P2', 0.8],
  ['B033', 'P3', 0.75],
  ['B035', 'P2', 0.9, 'Every round writes the same key: only the last value is left.'],
  ['B039', 'P2', 0.85],
  ['PLE0100 PLE0101 PLE0115 PLE0116 PLE0117 PLE0118', 'P1', 0.95, invalid],
  ['PLE0237 PLE0241', 'P1', 0.9, throws],
  ['PLE0302 PLE0303 PLE0304 PLE0305 PLE0307 PLE0308 PLE0309', 'P2', 0.85],
  ['PLE0604 PLE0605', 'P2', 0.85],
  ['PLE0643', 'P1', 0.9, throws],
  ['PLE1132 PLE1142', 'P1', 0.9, throws],
  ['PLE1205 PLE1206', 'P2', 0.85, 'The log line is replaced by a formatting error.'],
  ['PLE1300 PLE1307', 'P1', 0.95, throws],
  ['PLE1310', 'P2', 0.85],
  ['PLE1507 PLE1519 PLE1520', 'P2', 0.85],
  ['PLE1700', 'P1', 0.95, invalid],
]

const runsCode = 'Whoever controls the text runs code in this process.'
const noEncryption = 'Anyone on the network path can read and change the traffic.'

const security: readonly Row[] = [
  ['S102 S307', 'P2', 0.8, runsCode],
  ['S103', 'P2', 0.75],
  ['S110', 'P2', 0.8],
  ['S112', 'P3', 0.75],
  ['S113', 'P2', 0.8],
  ['S201', 'P1', 0.9, 'The debugger lets visitors run code on the server.'],
  ['S202', 'P2', 0.8],
  ['S301 S302', 'P2', 0.75],
  ['S306', 'P2', 0.85],
  ['S308', 'P2', 0.7],
  ['S323 S501', 'P2', 0.9, noEncryption],
  ['S324', 'P3', 0.7],
  ['S502 S503 S504', 'P2', 0.8],
  ['S505', 'P2', 0.85],
  ['S506', 'P1', 0.9, runsCode],
  ['S507', 'P2', 0.85, noEncryption],
  ['S602 S605', 'P2', 0.8],
  ['S608', 'P2', 0.75],
  ['S609', 'P2', 0.8],
  ['S612', 'P2', 0.85],
  ['S701', 'P2', 0.8],
  ['S702', 'P2', 0.75],
]

/** Rules whose edits keep the meaning that was intended. */
const fixable = new Set(['F504', 'F541', 'F632', 'F633', 'F841', 'F901', 'B006', 'B014', 'B033', 'PLE1519', 'PLE1520'])

export interface RuffCheck extends Check {
  readonly fixable: boolean
}

export const ruffChecks: ReadonlyMap<string, RuffCheck> = new Map([
  ...correctness.flatMap((row) => toChecks(row, 'correctness')),
  ...security.flatMap((row) => toChecks(row, 'security')),
])

function toChecks([codes, severity, confidence, impact]: Row, category: string): [string, RuffCheck][] {
  return codes
    .split(' ')
    .map((code) => [code, { severity, category, confidence, impact: impact ?? null, fixable: fixable.has(code) }])
}
