import { expect, it } from 'vitest'
import { renderSettings } from './settings.ts'

it('puts every setting on a line of its own, with where it comes from, and warnings below', () => {
  const settings = [
    { key: 'base', value: null, origin: 'default' },
    { key: 'run.docs_file', value: '', origin: 'config.yaml:2' },
    { key: 'run.review_focus', value: 'first\nsecond \u001b[31m', origin: 'config.md:1' },
    { key: 'ignore', value: ['lib/'], origin: 'default' },
  ]
  expect(renderSettings(settings, ['config.md:3: unknown key "x\u001b"'], false)).toMatchInlineSnapshot(`
    "base              (found by itself)           default
    run.docs_file     ""                          config.yaml:2
    run.review_focus  "first\\nsecond \\u001b[31m"  config.md:1
    ignore            ["lib/"]                    default
    warning: config.md:3: unknown key "x\\x1b"
    "
  `)
})
