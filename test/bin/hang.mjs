// Prints one line and then nothing, for ever.
process.stdout.write('started\n')
setInterval(() => {}, 1000)
