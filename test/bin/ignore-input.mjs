// Ends without reading its input.
process.stdin.destroy()
process.stdout.write('done\n')
