// Draws docs/images/review.svg from what the demo really prints.
import { execFileSync } from 'node:child_process'
import { writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'

const root = join(dirname(fileURLToPath(import.meta.url)), '..')
const shownLines = 62
const colours = {
  31: '#f85149',
  32: '#3fb950',
  33: '#d29922',
  34: '#58a6ff',
  35: '#bc8cff',
  36: '#39c5cf',
  90: '#8b949e',
}

const output = execFileSync(process.execPath, [join(root, 'dist', 'cli.js'), 'demo'], {
  encoding: 'utf8',
  env: { ...process.env, FORCE_COLOR: '1' },
  stdio: ['ignore', 'pipe', 'ignore'],
})
const all = ['$ review-loop review', '', ...output.trimEnd().split('\n')]
const end = all.slice(-6)
const lines = all.length > shownLines ? [...all.slice(0, shownLines - end.length - 2), '      …', '', ...end] : all
writeFileSync(join(root, 'docs', 'images', 'review.svg'), draw(lines))

function draw(rows) {
  const height = rows.length * 18 + 32
  const texts = rows.map(
    (row, index) => `<text x="20" y="${30 + index * 18}" xml:space="preserve">${spans(row)}</text>`,
  )
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 760 ${height}" font-family="ui-monospace, SFMono-Regular, Menlo, Consolas, monospace" font-size="14">
<rect width="760" height="${height}" rx="10" fill="#0d1117"/>
<g fill="#e6edf3">
${texts.join('\n')}
</g>
</svg>
`
}

/** Runs of one style become one tspan. Only the codes that our own output uses are known. */
function spans(row) {
  const style = { fill: null, bold: false, dim: false, background: null }
  return row
    .split(/(\u001b\[[0-9;]*m)/)
    .map((piece) => {
      if (!piece.startsWith('\u001b[')) return span(piece, style)
      for (const code of piece.slice(2, -1).split(';').map(Number)) apply(code, style)
      return ''
    })
    .join('')
}

function apply(code, style) {
  if (code === 1) style.bold = true
  else if (code === 2) style.dim = true
  else if (code === 22) style.bold = style.dim = false
  else if (code >= 41 && code <= 47) style.background = colours[code - 10]
  else if (code === 49) style.background = null
  else if (code === 39) style.fill = null
  else if (colours[code]) style.fill = colours[code]
}

function span(text, { fill, bold, dim, background }) {
  if (text === '') return ''
  const attributes = [
    background ? `fill="${background}"` : fill ? `fill="${fill}"` : '',
    bold ? 'font-weight="bold"' : '',
    dim ? 'opacity="0.6"' : '',
  ]
  const escaped = text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')
  const used = attributes.filter(Boolean).join(' ')
  return used === '' ? escaped : `<tspan ${used}>${escaped}</tspan>`
}
