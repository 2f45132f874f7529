// flood.mjs MEGABYTES [stdout|stderr] [LINE LENGTH, 0 for no line breaks]
import { writeSync } from 'node:fs'

const [megabytes = '1', stream = 'stdout', length = '1023'] = process.argv.slice(2)
const line = Number(length) === 0 ? 'x'.repeat(1024) : `${'x'.repeat(Number(length))}\n`
const block = Buffer.from(line.repeat(Math.ceil(65536 / line.length)))
const total = Number(megabytes) * 1024 * 1024
const file = stream === 'stderr' ? 2 : 1
for (let sent = 0; sent < total; ) sent += write(block.subarray(0, Math.min(block.length, total - sent)))

function write(bytes) {
  try {
    return writeSync(file, bytes)
  } catch (error) {
    if (error.code === 'EAGAIN') return 0
    throw error
  }
}
