// One measurement in a process of its own: prints { first, warm, rss } with times in ms and memory in MB.
import { closeSync, openSync, readFileSync, readSync } from 'node:fs'
import { pathToFileURL } from 'node:url'

const megabyte = 1_000_000
const task = JSON.parse(process.argv[2])
const run = await prepare(task)
const times = []
for (let round = 0; round < (task.repeat ?? 1); round++) {
  const start = performance.now()
  await run()
  times.push(performance.now() - start)
}
console.log(JSON.stringify({ first: times[0], warm: Math.min(...times), rss: peakMemory() }))

/** In MB. A child's maxRSS begins with that of its parent on Linux, so the kernel's own mark is read there. */
function peakMemory() {
  const kilobytes =
    process.platform === 'linux'
      ? Number(/VmHWM:\s+(\d+)/.exec(readFileSync('/proc/self/status', 'utf8'))?.[1])
      : process.resourceUsage().maxRSS
  return (kilobytes * 1024) / megabyte
}

async function prepare({ task: name, product, repository, file, times: copies = 1, size }) {
  if (name === 'jsdiff') {
    const { parsePatch } = await import('diff')
    return () => parsePatch(readFileSync(file, 'utf8')).length
  }
  const functions = await import(pathToFileURL(product).href)
  if (name.startsWith('git')) return prepareGit(name, functions, repository)
  const create = (wanted) => functions.createDiffParser(handlersFor(wanted), { decode, allocate: Buffer.allocUnsafe })
  if (name === 'long-line') return () => parseLongLine(size, create('lines'))
  return () => parseFile(file, copies, create(name))
}

async function prepareGit(name, { openRepository, readChange, readPatch }, { workTree, base, head }) {
  const repository = await openRepository(workTree)
  const trees = { baseTree: base, headTree: head, paths: [] }
  if (name === 'git-dropped') return () => readPatch(repository, trees, () => {})
  const { onAdded } = name === 'git-added' ? handlersFor('added') : {}
  return () => readChange(repository, trees, onAdded ? { onAdded } : {})
}

function handlersFor(wanted) {
  const seen = { hunks: 0, text: 0 }
  const onFile = (file) => {
    seen.hunks += file.hunks.length
  }
  const onLine = (_path, _line, text) => {
    seen.text += text.length
  }
  if (wanted === 'ranges') return { onFile }
  return wanted === 'added' ? { onFile, onAdded: onLine } : { onFile, onAdded: onLine, onRemoved: onLine }
}

function decode(bytes, start, end) {
  const buffer = Buffer.isBuffer(bytes) ? bytes : Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  return buffer.utf8Slice(start, end)
}

function parseFile(file, copies, parser) {
  const chunk = Buffer.allocUnsafe(65_536)
  for (let round = 0; round < copies; round++) {
    const input = openSync(file, 'r')
    for (let size = readSync(input, chunk); size > 0; size = readSync(input, chunk))
      parser.push(chunk.subarray(0, size))
    closeSync(input)
  }
  check(parser.end())
}

function parseLongLine(size, parser) {
  const chunk = Buffer.alloc(65_536, 'x')
  const count = Math.round((size * megabyte) / chunk.length)
  parser.push(Buffer.from('diff --git a/x b/x\nindex 1..2 100644\n--- a/x\n+++ b/x\n@@ -0,0 +1 @@\n+'))
  for (let index = 0; index < count; index++) parser.push(chunk)
  parser.push(Buffer.from('\n'))
  check(parser.end())
}

function check(summary) {
  if (summary.files === 0 || summary.problems.length > 0) throw new Error(JSON.stringify(summary))
}
