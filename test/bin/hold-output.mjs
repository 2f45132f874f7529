// Ends at once but leaves a process behind that keeps its standard output open.
import { spawn } from 'node:child_process'

const child = spawn(process.execPath, ['-e', 'setInterval(() => {}, 1000)'], { detached: true, stdio: 'inherit' })
process.stdout.write(`${child.pid}\n`, () => process.exit(0))
