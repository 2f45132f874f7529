// Plays whoever a loop calls: a reviewer, a verifier, a fixer, a validation command or a commit hook. What it does depends on
// the files it finds, on its prompt and on play.json, and on nothing else: asked again, it does the same again. Every call is
// written down outside of the repository, with the time that the process lived.
import { createHash, randomBytes } from 'node:crypto'
import { appendFileSync, existsSync, mkdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { dirname, join, resolve } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { troubles } from './troubles.mjs'

const [place, what] = process.argv.slice(2)
const folder = resolve(place)
const { REVIEW_LOOP_ROLE: role = what, REVIEW_LOOP_REVIEWER: name = what, REVIEW_LOOP_ROUND: round } = process.env
const play = JSON.parse(readFileSync(join(folder, 'play.json'), 'utf8'))
const started = Math.round(performance.timeOrigin)
const prompt = what === undefined ? await readInput() : ''
// Whoever started it was killed before it could ask anything.
if (what === undefined && prompt === '') process.exit(1)
const listed = (variable) => (process.env[variable] ?? '').split('\n').filter(Boolean)
const ids = listed('REVIEW_LOOP_FINDINGS')

/** In every answer: what was asked. Equal questions are answered with equal words. */
const mark = `asked-${hashOf([role, name, round, prompt].join('\n'))}`

const call = randomBytes(8).toString('hex')
log({ call, role, name, round: Number(round ?? 0), mark, pid: process.pid, started })
await sleep(Math.max(0, started + (play.ms[role] ?? play.ms.other) - Date.now()))
await outlive()
const exitCode = await { reviewer: review, verifier: verify, fixer: fix, validate, hook }[role]()
log({ call, ended: Date.now() })
process.exitCode = exitCode ?? 0

async function readInput() {
  let text = ''
  for await (const chunk of process.stdin) text += chunk
  return text
}

function hashOf(text) {
  return createHash('sha256').update(text).digest('hex').slice(0, 16)
}

function log(entry) {
  appendFileSync(join(folder, 'calls.jsonl'), `${JSON.stringify(entry)}\n`)
}

/** Whoever is still here after the loop was killed stays for long, so that it is seen, and then does its work after all. */
async function outlive() {
  const killed = statSync(join(folder, 'killed'), { throwIfNoEntry: false })
  if (killed !== undefined && killed.mtimeMs > started) await sleep(5000)
}

function answer(value) {
  console.log(JSON.stringify(value))
}

/** Every line with a trouble, wherever it is. */
function review() {
  if (play.silent) return 1
  const findings = listed('REVIEW_LOOP_FILES').flatMap((file) =>
    linesOf(file).flatMap((text, index) => {
      const known = troubles.find(({ word }) => text.includes(`'${word}'`))
      if (known === undefined) return []
      const severity = play.severity?.[known.word] ?? 'P1'
      const { title, problem } = known
      return [{ file, line: index + 1, severity, title, problem, impact: 'It fails.', evidence: text, confidence: 0.9 }]
    }),
  )
  answer({ summary: `Looked at all of it, ${mark}.`, findings })
}

function linesOf(file) {
  return existsSync(file) ? readFileSync(file, 'utf8').split('\n') : []
}

function verify() {
  const findings = ids.map((id) => {
    const { word } = troubleOf(id)
    const verdict = play.refuted?.includes(word) ? 'refuted' : 'confirmed'
    const lines = listed('REVIEW_LOOP_FILES').flatMap(linesOf)
    const quote = lines.find((line) => line.includes(`'${word}'`)) ?? ''
    return { id, verdict, quote, reason: `It is as it is, ${mark}.` }
  })
  answer({ findings })
}

/** The prompt has the title after the id. */
function troubleOf(id) {
  const text = prompt.slice(prompt.indexOf(id))
  const at = ({ title }) => (text.includes(title) ? text.indexOf(title) : text.length)
  return [...troubles].sort((one, other) => at(one) - at(other))[0]
}

function fix() {
  if (play.fixer === 'unable') {
    const unable = ids.map((id) => ({ id, reason: `Nobody knows how, ${mark}.` }))
    return answer({ summary: 'Tried.', addressed: [], unable, files: [] })
  }
  if (play.fixer === 'nonsense') return console.log('It is mended, believe me.')
  const isSentBack = prompt.includes('It broke something that passed before it')
  const files = mend(isSentBack ? { ...play, ...play.again } : play)
  const isCorrected = prompt.includes('Your last answer does not count')
  // Claims a file that it did not touch, until it is told so.
  const claimed = play.fixer === 'boasts' && !isCorrected ? [...files, 'README.md'] : files
  const addressed = ids.map((id) => ({ id, how: `Mended, ${mark}.` }))
  answer({ summary: 'Mended.', addressed, unable: [], files: claimed })
}

/** Gives the files that changed. A correction finds them changed already, and names them again. */
function mend({ mends = {}, adds = {}, removes = [] }) {
  const changed = new Set()
  const write = (file, text) => {
    changed.add(file)
    mkdirSync(dirname(file), { recursive: true })
    writeFileSync(file, text)
  }
  for (const file of listed('REVIEW_LOOP_FILES')) {
    const before = linesOf(file).join('\n')
    const after = before.replace(/'(\w+)'/g, (quoted, word) => mends[word] ?? quoted)
    if (after !== before || prompt.includes('Your last answer does not count')) write(file, after)
  }
  for (const [file, text] of Object.entries(adds))
    write(file, `${existsSync(file) ? readFileSync(file, 'utf8') : ''}${text}`)
  for (const file of removes.filter((path) => existsSync(path))) {
    changed.add(file)
    rmSync(file)
  }
  return [...changed]
}

/** Fails while a file that is checked says so. */
function validate() {
  return play.checked.some((file) => linesOf(file).some((line) => line.includes('broken'))) ? 1 : 0
}

/** `formats`: mends a file and lets it pass. `insists`: mends it and refuses. `refuses`: whatever comes. */
function hook() {
  if (play.hook === 'refuses') {
    console.error('This is not how we do it here.')
    return 1
  }
  const file = 'src/app.js'
  const text = readFileSync(file, 'utf8')
  if (play.hook === 'passes' || text.startsWith('// formatted\n')) return 0
  writeFileSync(file, `// formatted\n${text}`)
  return play.hook === 'insists' ? 1 : 0
}
