// Says a last word when it is asked to end.
process.on('SIGTERM', () => process.stdout.write('last word\n', () => process.exit(0)))
process.stdout.write('started\n')
setInterval(() => {}, 1000)
