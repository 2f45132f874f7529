import { parse, registerDynamicLanguage, type SgNode } from '@ast-grep/napi'
import fc from 'fast-check'
import { beforeAll, describe, expect, it } from 'vitest'
import { findComments } from './find-comments.ts'
import { withoutComments, wordsByLine, wordsIn } from './words.ts'

const commentsIn = (path: string, text: string) =>
  findComments(path, text).map(({ start, end }) => text.slice(start, end))

describe('comments', () => {
  it.each<[string, string, readonly string[]]>([
    [
      'a.ts',
      "const a = 'http://x' // one\nconst b = `//$" + "{'`' /* two */}` // three\n",
      ['// one', '/* two */', '// three'],
    ],
    ['a.ts', 'const a = /[\'"//*]/.test(b) // one\nconst c = a / b // two\n', ['// one', '// two']],
    ['a.ts', "// one\nif (a) /['/*]/.test(b)\nconst hidden = 1\nconst d = /[*/]/ // two\n", ['// one']],
    ['a.tsx', "const A = () => <p>Don't // {evil()}</p>\n// one\n", ['// one']],
    ['a.tsx', 'const A = () => <p>see http://x.org {evil()}</p>\nconst b = <b>{/* one */}</b>\n', ['/* one */']],
    ['a.js', 'x = a </b>//evil()\ny = />//evil()\nif (a) /b>//evil()\n// one\n', ['// one']],
    ['a.js', '//# sourceMappingURL=x\nimport(/* webpackIgnore: true */ a)\n', []],
    ['a.go', "//go:build linux\n// one\nvar a = `// no`\nvar b = '\"' // two\n", ['// one', '// two']],
    ['a.go', '/*\n#include <stdio.h>\n*/\nimport "C"\n', []],
    [
      'a.rs',
      "fn f<'a>(x: &'a str) { let q = '\"'; } // one\nlet r = r#\"// no\"#; /* a /* b */ c */\n",
      ['// one', '/* a /* b */ c */'],
    ],
    ['a.rs', "#[cfg(test)]\n/// one\nlet b = b'\\''; // two\n", ['/// one', '// two']],
    ['A.java', 'String s = """\n// no\n"""; // one\n', ['// one']],
    ['A.java', '// \\u000a evil();\n// one\n', []],
    ['a.c', '#define A "//" /* one */\n#error don\'t // no\nint b = 1; // two\n', ['/* one */', '// two']],
    ['a.c', 'int a; // one\nint b; // no \\\nint c;\n// lost\n', ['// one']],
    ['a.cpp', 'int a = 1\'000; // one\nauto b = R"x(// no)x"; // two\n', ['// one', '// two']],
    ['a.cs', 'var a = @"\\"; // one\nvar b = $"{c["x // y"]}"; // lost\n', ['// one']],
    ['a.kt', `val a = "\${b["// no"]}" // one\n`, ['// one']],
    ['a.py', "a = '#' # one\nb = f'{c}#' # two\nd = '''\n# no\n'''\n", ['# one', '# two']],
    ['a.py', 'def f(a: int = 1) -> "x":\n    """one"""\n    return """two"""\n', ['"""one"""']],
    ['a.py', 'def f():\n    """one"""\nprint(f.__doc__)\n', []],
    ['a.py', 'f = f"{d[\'a\']}" # one\ng = f"{d["a # b"]}"\n# lost\n', ['# one']],
    [
      'a.sh',
      `#!/bin/sh\n# one\necho "\${a#b}" $# "$(c "d # e")" # two\ncat <<EOF\n# no\nEOF\n# three\n`,
      ['# one', '# two', '# three'],
    ],
    ['a.sh', "foo\\\n#bar\nawk '\n# no\n' # one\n", ['# one']],
    ['a.sql', "select '--', a -- one\nfrom b /*! straight_join */ where 5--3\n", ['-- one']],
    ['a.php', '<?php\n#[A]\n# one\n$a = "{$b["#"]}"; // two\n', ['# one', '// two']],
    ['a.php', '<p># no</p><?php\n# lost\n', []],
    ['a.css', 'a { background: url(//x.org/*.png) } /* one */\n', ['/* one */']],
    [
      'a.html',
      '<a title="<!--">b</a><!-- one --><script>c = "<!--"; d = "-->"</script><!--[if IE]>e<![endif]-->\n',
      ['<!-- one -->'],
    ],
    ['a.html', '<!--> <b>shown</b> -->\n', []],
    [
      'a.vue',
      '<template><!-- one --><p title="//">// no</p></template>\n<script lang="ts" setup>\nconst a = "//" // two\n</script>\n<style>/* three */</style>\n',
      ['<!-- one -->', '// two', '/* three */'],
    ],
    [
      'a.svelte',
      '<!-- <script>// no</script> -->\n<script>\n/* two */ f()\n</script>\n',
      ['<!-- <script>// no</script> -->', '/* two */'],
    ],
    ['a.html', '<script type="text/x-template">// no</script><style lang="stylus">// no</style>\n', []],
    ['a.gradle', "def a = '//' // one\n", ['// one']],
    ['a.ps1', '<# one #>\n$a = "# no" # two\n$b = @"\n# no\n"@\n', ['<# one #>', '# two']],
    ['a.ps1', '$a = "`"# no"\n', []],
    ['a.hs', '{-# LANGUAGE A #-}\n-- | one\nf x = x --> y {- two {- in -} -}\n', ['-- | one', '{- two {- in -} -}']],
    ['a.lua', 'a = "--" -- one\n--[[ two ]]\n', ['-- one', '--[[ two ]]']],
    ['a.rb', '=begin\none\n=end\na = 1 # two\n', ['=begin\none\n=end', '# two']],
    ['a.pl', '$a = 1;\n=pod\n\none\n\n=cut\n# two\n', ['=pod\n\none\n\n=cut', '# two']],
    ['a.ex', '@doc """\none\n"""\n# two\n', ['@doc """\none\n"""', '# two']],
    ['a.rb', '# one\na = <<~X\n  # no\nX\nb = 1 # two\nc = "#{d}" # not sure\n', ['# one', '# two']],
    ['a.yml', 'a: |\n  # no\nb: 1 # one\nc: "# no"\n', ['# one']],
    ['a.yml', '- run: |\n    # no\n  with: x # one\n', ['# one']],
    ['a.tf', 'a = <<EOF\n# no\nEOF\n# one\n', ['# one']],
    ['a.unknown', '// a\n# b\n', []],
  ])('of %s: %j', (path, text, expected) => {
    expect(commentsIn(path, text)).toEqual(expected)
  })
})

/** Pieces that are easily taken for the beginning or the end of something else. */
const nasty = [
  '//', '/*', '*/', '/', '"', "'", '`', '${', '}', '{', '\\', '\n', '\n', ' ', 'a', '1', ')', '(', '[', ']', '=', ';\n', '"a"', "'b'",
  '`c`', '/d/', '/[/*]/', '/\'/g', '// e\n', '/* f */', '/**\n * g\n */\n', '<b>', '</b>', '<i/>', "'h", 'r#"', '"#', 'return ', '#', '\n// i\n',
] // biome-ignore format: a list of signs

const languages: readonly (readonly [ending: string, language: string, kinds: readonly string[]])[] = [
  ['ts', 'TypeScript', ['comment']],
  ['js', 'JavaScript', ['comment', 'jsx_text']],
  ['tsx', 'Tsx', ['comment', 'jsx_text']],
  ['go', 'go', ['comment']],
  ['java', 'java', ['line_comment', 'block_comment']],
  ['rs', 'rust', ['line_comment', 'block_comment']],
]

/** A parser goes on after a mistake: it marks it, thinks of a sign that is not there, or lets a text go on in the next line. */
function isValid(node: SgNode, isRoot = true): boolean {
  const [kind, text] = [String(node.kind()), node.text()]
  if (kind === 'ERROR' || (text === '' && !isRoot)) return false
  if (/^(?:string|regex)/.test(kind) && text.includes('\n')) return false
  return node.children().every((child) => isValid(child, false))
}

describe('what is taken for a comment', () => {
  beforeAll(async () => {
    const [go, java, rust] = await Promise.all([
      import('@ast-grep/lang-go'),
      import('@ast-grep/lang-java'),
      import('@ast-grep/lang-rust'),
    ])
    registerDynamicLanguage({ go: go.default, java: java.default, rust: rust.default })
  })

  it.each(languages)('is one to a parser too: %s', (ending, language, kinds) => {
    let compared = 0
    fc.assert(
      fc.property(fc.array(fc.constantFrom(...nasty), { maxLength: 25, size: 'max' }), (pieces) => {
        const text = pieces.join('')
        const ours = findComments(`a.${ending}`, text)
        fc.pre(ours.length > 0 && !(ending === 'java' && text.includes('\\')))
        const root = parse(language, text).root()
        fc.pre(isValid(root))
        const nodes = kinds.flatMap((kind) => root.findAll({ rule: { kind } })).map((node) => node.range())
        compared += 1
        for (const { start, end } of ours) {
          expect(nodes.some((node) => node.start.index <= start && end <= node.end.index + 1)).toBe(true)
        }
      }),
      { numRuns: 100, maxSkipsPerRun: 2000 },
    )
    expect(compared).toBeGreaterThan(50)
  })

  it('leaves every line, and all that is no comment, as it is', () => {
    const endings = fc.constantFrom(
      ...'ts tsx js go rs java c cs kt py sh sql php css html rb yml tf lua swift'.split(' '),
    )
    fc.assert(
      fc.property(endings, fc.array(fc.constantFrom(...nasty), { maxLength: 40 }), (ending, pieces) => {
        const [path, text] = [`a.${ending}`, pieces.join('')]
        const byLine = wordsByLine(wordsIn(path, text))
        const shown = withoutComments(path, text).split('\n')
        const restored = text.split('\n').map((line, at) => {
          const words = byLine.get(at + 1) ?? []
          return words.reduce(
            (rest, { from, to }) => rest.slice(0, from) + line.slice(from, to) + rest.slice(from + 1),
            shown[at]!,
          )
        })
        expect(restored.join('\n')).toBe(text)
      }),
    )
  })
})
