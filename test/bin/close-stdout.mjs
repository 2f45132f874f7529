// Closes its standard output and lives on for a moment.
import { closeSync, writeSync } from 'node:fs'

writeSync(1, 'last line\n')
closeSync(1)
setTimeout(() => process.exit(3), 50)
