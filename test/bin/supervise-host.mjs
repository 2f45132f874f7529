// supervise-host.mjs BUNDLE HOW CHILD…: runs a child under a supervisor and then ends in the way HOW says.
const [bundle, how, program, ...args] = process.argv.slice(2)
const { superviseChild, createAgentHome } = await import(bundle)
const { home } = await createAgentHome()
const limits = { wallMs: 60_000, idleMs: 60_000, outputBytes: 1e9, stderrBytes: 1000 }
const spec = {
  program: process.execPath,
  args: [program, ...args],
  cwd: home,
  env: { PATH: process.env.PATH },
  input: '',
  limits,
  onLine: (line) => process.stdout.write(`${line} ${home}\n`, leave),
  shouldStop: () => null,
  transcript: null,
}
await superviseChild(spec, new AbortController().signal)

function leave() {
  if (how === 'exit') process.exit(7)
  if (how === 'throw') throw new Error('a bug')
  if (how !== 'stay') process.kill(process.pid, how)
}
