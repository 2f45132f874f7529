// Starts a process that ignores requests to end, in a session of its own, prints its id, and then: hang | exit.
// With `bare` as the second argument that process has an empty environment.
import { spawn } from 'node:child_process'

const [then, bare] = process.argv.slice(2)
const env = bare === 'bare' ? {} : process.env
const stubborn = "process.on('SIGTERM', () => {}); setInterval(() => {}, 1000); process.stdout.write('ready')"
const child = spawn(process.execPath, ['-e', stubborn], { detached: true, env, stdio: ['ignore', 'pipe', 'ignore'] })
child.stdout.once('data', () => {
  process.stdout.write(`${child.pid}\n`, () => {
    if (then === 'exit') process.exit(0)
  })
})
