// Pieces of changes with known flaws. Keys are put together at run time, so that no scanner mistakes this file for a leak.

export const awsKey = ['AKIA', 'Q3EGRK7XWZ5YV2TN'].join('')
export const password = ['tR7', 'kq2Lw9Zx4Vb7', 'Nm1Tc6Yd3Hf5'].join('-')

/** secret/aws-access-key on line 1: P0 */
export const withSecret = `const key = '${awsKey}'\nexport const headers = { key }\n`

/** hygiene/machine-path on line 1: P1 */
export const withMachinePath = `export const data = '${['', 'home', 'marlene', 'data.csv'].join('/')}'\n`

/** hygiene/debugger on line 2: P2, does not block */
export const withDebugger = 'export function start() {\n  debugger\n}\n'

/** Nothing to find. */
export const clean = 'export const answer = 42\n'
