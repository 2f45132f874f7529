// Pieces of changes with known flaws. Tokens are put together at run time, so that no scanner mistakes this file for a leak.

/** P0 */
export const githubToken = ['ghp', 'R8kq2Lw9Zx4Vb7Nm1Tc6Yd3Hf5Gj0Pa2Es'].join('_')
export const awsKey = ['AKIA', 'Q3EGRK7XWZ5YV2TN'].join('')
export const withSecret = `const token = '${githubToken}'\nexport const headers = { authorization: token }\n`

/** P1, hygiene/machine-path */
export const withMachinePath = `export const data = '${['', 'home', 'marlene', 'data.csv'].join('/')}'\n`

/** P2, hygiene/debugger, not blocking */
export const withDebugger = 'export function start() {\n  debugger\n}\n'

/** Nothing to find */
export const clean = 'export const answer = 42\n'

/** oxlint/no-self-compare P2 */
export const withSelfCompare = 'export function same(a) {\n  return a === a\n}\n'
