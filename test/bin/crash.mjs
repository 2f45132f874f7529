// crash.mjs exit CODE | signal NAME | throw
const [how, what] = process.argv.slice(2)
process.stdout.write('half an answer')
process.stderr.write('it went wrong\n')
if (how === 'exit') process.exitCode = Number(what)
if (how === 'signal') process.kill(process.pid, what)
if (how === 'throw') throw new Error('boom')
