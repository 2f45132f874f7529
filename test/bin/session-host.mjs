// session-host.mjs BUNDLE ROOT append SESSION: appends for ever, and says after each line which one is on disk.
// session-host.mjs BUNDLE ROOT lock HOW: takes the lock of the branch `topic`, then ends by HOW: exit, SIGKILL.
// session-host.mjs BUNDLE ROOT race: takes the lock when it is told the time, says whether it has it, and gives it back when told.
// session-host.mjs BUNDLE ROOT crowd COUNT [HOW]: takes and releases it so often, and says how often it was not alone; with
// HOW it ends that way while it has the lock.
import { readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

const [bundle, root, mode, word, how] = process.argv.slice(2)
const { lockBranch, openJournal } = await import(bundle)

if (mode === 'append') {
  const journal = openJournal(root, word)
  for (let count = journal.events.length; ; count += 1) {
    journal.append({ at: new Date().toISOString(), type: 'interrupted', why: `${count} ${'ü'.repeat(count % 700)}` })
    process.stdout.write(`${count}\n`)
  }
}

if (mode === 'lock') {
  lockBranch(root, 'topic', 'one')
  if (word === 'exit') process.exit(0)
  process.kill(process.pid, word)
}

if (mode === 'race') {
  let lock = null
  process.on('message', (message) => {
    if (message === 'release') {
      lock?.release()
      return process.send('released')
    }
    while (Date.now() < message);
    lock = tryLock()
    process.send(lock === null ? 'refused' : lock.notice === null ? 'free' : 'taken over')
  })
  process.send('ready')
}

if (mode === 'crowd') {
  const mark = join(root, 'inside')
  let alone = 0
  let together = 0
  while (alone < Number(word)) {
    const lock = tryLock()
    if (lock === null) continue
    // Whoever died inside left the mark there; only a living one must not be in here.
    if (lock.notice !== null) rmSync(mark, { force: true })
    try {
      writeFileSync(mark, String(process.pid), { flag: 'wx' })
    } catch {
      together += 1
    }
    alone += 1
    if (alone === 40 && how !== undefined) process.kill(process.pid, how)
    if (readFileSync(mark, 'utf8') !== String(process.pid)) together += 1
    rmSync(mark)
    lock.release()
  }
  process.stdout.write(`${together}\n`)
}

function tryLock() {
  try {
    return lockBranch(root, 'topic', 'one')
  } catch (error) {
    if (error.code !== 'branch_locked') throw error
    return null
  }
}
