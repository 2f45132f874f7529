// Prints its input back, after one line with the names of its environment.
process.stdout.write(`${Object.keys(process.env).sort().join(' ')}\n`)
process.stdin.pipe(process.stdout)
