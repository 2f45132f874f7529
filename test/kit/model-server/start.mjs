// Starts the scripted model server by hand:
//   node test/kit/model-server/start.mjs [--port 8787] [--scenarios FOLDER]     scenarios: FOLDER/<name>.json
// Base URLs are http://127.0.0.1:<port>/s/<name>; GET /__log, POST /__reset, GET /__health.
import { readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import { build } from 'esbuild'

const { values } = parseArgs({ options: { port: { type: 'string' }, scenarios: { type: 'string' } } })

// The kit is TypeScript, which the oldest supported Node cannot run as it is.
const { outputFiles } = await build({
  entryPoints: [join(dirname(fileURLToPath(import.meta.url)), 'server.ts')],
  bundle: true,
  platform: 'node',
  format: 'esm',
  write: false,
})
const code = Buffer.from(outputFiles[0].contents).toString('base64')
const { startModelServer } = await import(`data:text/javascript;base64,${code}`)

const server = await startModelServer({ port: Number(values.port ?? 8787), find: scenarioFile })
process.stdout.write(`scripted model server ${server.url('ok')}\n`)

/** Read anew for every request, so that a scenario can be changed while the server runs. */
function scenarioFile(name) {
  if (values.scenarios === undefined || !/^[\w.-]+$/.test(name)) return undefined
  try {
    return JSON.parse(readFileSync(join(values.scenarios, `${name}.json`), 'utf8'))
  } catch (error) {
    if (error.code === 'ENOENT') return undefined
    throw error
  }
}
