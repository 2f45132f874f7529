// A program that plays a command agent. The first argument says how it behaves.
import { writeFileSync } from 'node:fs'
import { text } from 'node:stream/consumers'

const [how, ...rest] = process.argv.slice(2)
const prompt = await text(process.stdin)

const behaviours = {
  tell() {
    const names = Object.keys(process.env).filter((name) => name !== 'REVIEW_LOOP_MARKER')
    console.log(JSON.stringify({ prompt, rest, cwd: process.cwd(), env: pick(names) }))
  },
  write() {
    writeFileSync('written-by-agent.txt', prompt)
    console.log('written')
  },
  fail() {
    console.log('half an answer')
    console.error('first line\nthe disk is full')
    process.exit(3)
  },
  sorryAtLength() {
    console.log(JSON.stringify({ error: { message: 'overloaded' }, summary: 'none', findings: [] }))
  },
  sorry() {
    console.log(JSON.stringify({ error: 'the model is not loaded', findings: [] }))
  },
  silent() {
    console.error('only noise')
  },
  leak() {
    console.log(rest.join(''))
  },
  hang() {
    console.log('started')
    setInterval(() => {}, 1000)
  },
}

behaviours[how]()

function pick(names) {
  return Object.fromEntries(names.map((name) => [name, process.env[name]]))
}
