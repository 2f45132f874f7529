// Answers no polite request to end.
for (const signal of ['SIGTERM', 'SIGINT', 'SIGHUP'])
  process.on(signal, () => process.stdout.write(`ignored ${signal}\n`))
process.stdout.write('started\n')
setInterval(() => {}, 1000)
