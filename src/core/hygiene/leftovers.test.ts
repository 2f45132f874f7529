import { describe, expect, it } from 'vitest'
import { createHygiene } from './index.ts'

function review(path: string, ...lines: string[]): string[] {
  const hygiene = createHygiene({ largeFileKb: 500 })
  for (const [index, text] of lines.entries()) hygiene.addLine(path, index + 1, text)
  return hygiene
    .finish([], new Map())
    .findings.map(
      ({ severity, rule, suggestion }) =>
        `${severity} ${rule} ${suggestion === null ? 'by hand' : JSON.stringify(suggestion)}`,
    )
}

describe('what debugging left', () => {
  it.each<[path: string, lines: string | string[], expected: string[]]>([
    ['a.ts', '  debugger;', ['P2 hygiene/debugger ""']],
    ['a.ts', '  debugger', ['P2 hygiene/debugger ""']],
    ['a.ts', ['if (x)', '  debugger;'], ['P2 hygiene/debugger by hand']],
    ['a.ts', 'if (x) { debugger; }', ['P2 hygiene/debugger by hand']],
    ['a.ts', 'a(); debugger; b()', ['P2 hygiene/debugger by hand']],
    ['a.test.ts', 'debugger', ['P3 hygiene/debugger ""']],
    ['a.ts', 'if (a) debugger;', ['P2 hygiene/debugger by hand']],
    ['a.ts', "var d = 'x'; debugger", ['P2 hygiene/debugger by hand']],
    ['a.ts', 'x => { debugger }', ['P2 hygiene/debugger by hand']],
    ['a.ts', 'if (a)b(debug)', []],
    ['a.ts', 'if (a)(b)(debugger1)', []],
    ['a.ts', 'while(f(a))debugger', ['P2 hygiene/debugger by hand']],
    ['a.ts', 'if (debugger_) {}', []],
    ['a.ts', 'else debugger', ['P2 hygiene/debugger by hand']],
    ['a.ts', 'case 1: debugger; break', ['P2 hygiene/debugger by hand']],
    ['a.ts', 'run(`a; b`); debugger // stop', ['P2 hygiene/debugger by hand']],
    ['a.ts', 'debugger // stop', ['P2 hygiene/debugger ""']],
    ['a.ts', 'a() // ; debugger', []],
    ['a.ts', '/* ; debugger; */ a()', []],
    ['a.ts', ' * Stops (like) debugger;', []],
    ['a.ts', 'log("it\\"s"); log("; debugger;")', []],
    ['a.ts', 'const o = { debugger: true }', []],
    ['a.ts', 'tools.debugger;', []],
    ['a.ts', '<p>Attach (first) the debugger</p>', []],
    ['a.ts', '// debugger;', []],
    ['a.ts', "log('; debugger;')", []],
    ['a.ts', 'const debugger1 = attach(debugger2)', []],
    ['a.ts', 'debugger: true,', []],
    ['a.txt', 'debugger;', []],
    ['dist/a.min.js', 'debugger;', []],
    ['a.py', ['x = 1', 'breakpoint()'], ['P2 hygiene/debugger ""']],
    ['a.py', ['if x:', '    breakpoint()'], ['P2 hygiene/debugger "    pass"']],
    ['a.py', ['def f():', '    breakpoint()', '    return 1'], ['P2 hygiene/debugger ""']],
    ['a.py', ['def f():', '    breakpoint()', '', 'x = 1'], ['P2 hygiene/debugger "    pass"']],
    ['a.py', ['if x:', '    breakpoint()', 'else:'], ['P2 hygiene/debugger "    pass"']],
    ['a.py', ['if x:', '    breakpoint()', '    # then'], ['P2 hygiene/debugger "    pass"']],
    ['a.py', '    breakpoint()', ['P2 hygiene/debugger by hand']],
    ['a.py', 'breakpoint()', ['P2 hygiene/debugger ""']],
    ['a.py', 'if x: breakpoint()', ['P2 hygiene/debugger by hand']],
    ['a.py', 'import pdb; pdb.set_trace()', ['P2 hygiene/debugger ""']],
    ['a.py', ['def f():', '    print("DEBUG", x)', '    return x'], ['P3 hygiene/debug-print ""']],
    ['a.py', ['    y = 1', '    print("DEBUG", x)'], ['P3 hygiene/debug-print ""']],
    ['a.py', ['x = 1', 'import pdb; pdb.set_trace()'], ['P2 hygiene/debugger ""']],
    ['a.py', '# breakpoint()', []],
    ['a.py', 'set_breakpoint(1)', []],
    ['a.rb', '  binding.pry', ['P2 hygiene/debugger ""']],
    ['a.rb', '  byebug', ['P2 hygiene/debugger ""']],
    ['a.rb', "gem 'byebug'", []],
    ['a.rs', '    dbg!(&x);', ['P2 hygiene/debugger ""']],
    ['a.rs', '    let y = dbg!(x);', ['P2 hygiene/debugger by hand']],
    ['a.php', 'var_dump($x);', ['P2 hygiene/debugger ""']],
    ['a.php', '$x->add($y);', []],
    ['a.cs', 'Debugger.Break();', ['P2 hygiene/debugger ""']],
    ['a.go', '\truntime.Breakpoint()', ['P2 hygiene/debugger ""']],
    ['a.ts', "console.log('here 1')", ['P3 hygiene/debug-print ""']],
    ['a.ts', "console.log('DEBUG', x)", ['P3 hygiene/debug-print ""']],
    ['a.ts', 'console.log(result)', []],
    ['a.ts', "console.log('Here are the results')", []],
    ['A.java', 'System.out.println("DEBUG " + x);', ['P3 hygiene/debug-print ""']],
    ['a.py', ['x = 1', "print('here')"], ['P3 hygiene/debug-print ""']],
    ['a.py', "print('hello')", []],
  ])('%s: %s', (path, lines, expected) => {
    expect(review(path, ...[lines].flat())).toEqual(expected)
  })
})

it.each([
  ['a.ts', 'debugger', 'Debugger statement left in', /stops/],
  ['a.ts', "console.log('DEBUG', x)", 'Debug output left in', /output/],
  ['a.rs', '    dbg!(&x);', 'Debug output left in', /output/],
  ['a.php', 'var_dump($x);', 'Debug output left in', /output/],
  ['a.php', 'xdebug_break();', 'Breakpoint left in', /stops/],
  ['a.go', '\tspew.Dump(x)', 'Debug output left in', /output/],
  ['a.ex', '  x |> dbg()', 'Debug output left in', /output/],
  ['a.ex', '  IEx.pry', 'Breakpoint left in', /stops/],
])('%s: %s is told for what it does', (path, line, title, impact) => {
  const hygiene = createHygiene({ largeFileKb: 500 })
  hygiene.addLine(path, 1, line)
  const findings = hygiene.finish([], new Map()).findings
  expect(findings.map((finding) => finding.title)).toEqual([title])
  expect(findings[0]?.impact).toMatch(impact)
})

describe('a focused test', () => {
  it.each<[path: string, line: string, expected: string[]]>([
    ['a.test.ts', "  it.only('x', () => {", [`P2 hygiene/focused-test "  it('x', () => {"`]],
    ['a.test.ts', "describe.only('x', () => {", [`P2 hygiene/focused-test "describe('x', () => {"`]],
    ['a.test.ts', 'test.only.each([1])("x", f)', ['P2 hygiene/focused-test "test.each([1])(\\"x\\", f)"']],
    ['a.test.ts', "test.describe.only('x', f)", [`P2 hygiene/focused-test "test.describe('x', f)"`]],
    ['a.test.ts', "fdescribe('x', () => {", [`P2 hygiene/focused-test "describe('x', () => {"`]],
    ['a.test.ts', "fit('x', f)", [`P2 hygiene/focused-test "it('x', f)"`]],
    ['fixtures/a.test.ts', "it.only('x', f)", [`P3 hygiene/focused-test "it('x', f)"`]],
    ['a.test.ts', "// it.only('x', f)", []],
    ['a.ts', 'model.fit(data)', []],
    ['a.ts', "expect(flags.only('x')).toBe(1)", []],
    ['a.ts', 'fit(data)', []],
    ['suite_test.go', 'FIt("x", func() {', ['P2 hygiene/focused-test "It(\\"x\\", func() {"']],
    ['a_spec.rb', "fit 'x' do", ['P2 hygiene/focused-test by hand']],
    ['a_spec.rb', "it 'x', focus: true do", ['P2 hygiene/focused-test by hand']],
  ])('%s: %s', (path, line, expected) => {
    expect(review(path, line)).toEqual(expected)
  })
})

it('repairs a line with hidden characters by removing them', () => {
  expect(review('a.ts', 'const na\u200bme\u202e = 1')).toEqual(['P1 hygiene/bidi "const name = 1"'])
})
