export interface Leftover {
  readonly rule: string
  readonly severity: 'P2' | 'P3'
  readonly title: string
  /** Endings of the files in which the words mean this, without the dot. */
  readonly endings: string
  readonly keywords: readonly string[]
  /** Matches at the beginning of a statement. */
  readonly pattern: RegExp
  /** It shows something and goes on; without this it stops the program. */
  readonly prints?: true
  /** Also looked for behind a condition or a colon. */
  readonly inner?: true
  /** What to put in place of a match. Without it a statement that stands alone on its line is deleted. */
  readonly replace?: { readonly pattern: RegExp; readonly by: string }
}

const script = 'js jsx mjs cjs ts tsx mts cts vue svelte astro'

// Only what nobody leaves in on purpose. Where a language logs by the same call (console.log, print), the text must say so.
export const leftovers: readonly Leftover[] = [
  {
    rule: 'hygiene/debugger',
    severity: 'P2',
    title: 'Debugger statement left in',
    endings: script,
    keywords: ['debugger'],
    pattern: /debugger\s*(?:[;}]|$|\/[/*])/y,
    inner: true,
  },
  {
    rule: 'hygiene/debugger',
    severity: 'P2',
    title: 'Breakpoint left in',
    endings: 'py pyi',
    keywords: [
      'breakpoint(',
      'set_trace(',
      'import pdb',
      'import ipdb',
      'import pudb',
      'from pdb',
      'from ipdb',
      'embed(',
    ],
    pattern:
      /(?:breakpoint\(\s*\)|(?:i?pdb|pudb|wdb|rpdb|celery\.contrib\.rdb)\.set_trace\(|import\s+(?:i?pdb|pudb|wdb)\b|from\s+(?:i?pdb|pudb)\s+import\b|IPython\.embed\()/y,
    inner: true,
  },
  {
    rule: 'hygiene/debugger',
    severity: 'P2',
    title: 'Breakpoint left in',
    endings: 'rb rake erb haml slim',
    keywords: ['binding.pry', 'binding.irb', 'byebug', 'debugger', 'binding.break', 'binding.remote_pry'],
    pattern:
      /(?:<%=?\s*)?(?:binding\.(?:pry|irb|break|b|remote_pry)\b|(?:byebug|debugger)\s*(?:$|;|if\b|unless\b|%>))/y,
  },
  {
    rule: 'hygiene/debugger',
    severity: 'P2',
    title: 'Debug output left in',
    prints: true,
    endings: 'rs',
    keywords: ['dbg!('],
    pattern: /(?:let\s+(?:mut\s+)?\w+(?::[^=]+)?\s*=\s*|return\s+)?(?:std::)?dbg!\(/y,
  },
  {
    rule: 'hygiene/debugger',
    severity: 'P2',
    title: 'Debug output left in',
    prints: true,
    endings: 'php phtml',
    keywords: ['var_dump(', 'dump('],
    pattern: /(?:<\?(?:php|=)?\s*)?\\?(?:var_dump|dump)\(/y,
  },
  {
    rule: 'hygiene/debugger',
    severity: 'P2',
    title: 'Breakpoint left in',
    endings: 'php phtml',
    keywords: ['dd(', 'ddd(', 'xdebug_break('],
    pattern: /(?:<\?(?:php|=)?\s*)?\\?(?:dd|ddd|xdebug_break)\(/y,
  },
  {
    rule: 'hygiene/debugger',
    severity: 'P2',
    title: 'Breakpoint left in',
    endings: 'go',
    keywords: ['runtime.breakpoint('],
    pattern: /runtime\.Breakpoint\(/y,
  },
  {
    rule: 'hygiene/debugger',
    severity: 'P2',
    title: 'Debug output left in',
    prints: true,
    endings: 'go',
    keywords: ['spew.dump('],
    pattern: /spew\.Dump\(/y,
  },
  {
    rule: 'hygiene/debugger',
    severity: 'P2',
    title: 'Breakpoint left in',
    endings: 'cs vb fs',
    keywords: ['debugger.break(', 'debugger.launch('],
    pattern: /(?:System\.Diagnostics\.)?Debugger\.(?:Break|Launch)\(\s*\)/y,
  },
  {
    rule: 'hygiene/debugger',
    severity: 'P2',
    title: 'Breakpoint left in',
    endings: 'ex exs heex',
    keywords: ['iex.pry'],
    pattern: /(?:require\s+IEx\s*;\s*)?IEx\.pry\b/y,
  },
  {
    rule: 'hygiene/debugger',
    severity: 'P2',
    title: 'Debug output left in',
    prints: true,
    endings: 'ex exs heex',
    keywords: ['dbg()'],
    pattern: /(?:[a-z_]\w*\s*)?(?:\|>\s*)?dbg\(\)/y,
  },
  {
    rule: 'hygiene/debugger',
    severity: 'P2',
    title: 'Breakpoint left in',
    endings: 'c cc cpp cxx h hpp',
    keywords: ['__debugbreak(', '__builtin_debugtrap('],
    pattern: /__(?:debugbreak|builtin_debugtrap)\(\s*\)/y,
  },
  {
    rule: 'hygiene/debugger',
    severity: 'P2',
    title: 'Breakpoint left in',
    endings: 'r',
    keywords: ['browser()'],
    pattern: /browser\(\)/y,
  },
  {
    rule: 'hygiene/debugger',
    severity: 'P2',
    title: 'Breakpoint left in',
    endings: 'pl pm t',
    keywords: ['$db::single'],
    pattern: /\$DB::single\s*=\s*[12]/y,
  },
  {
    rule: 'hygiene/debug-print',
    severity: 'P3',
    title: 'Debug output left in',
    prints: true,
    endings: `${script} py rb java kt kts scala groovy cs go php swift dart rs lua`,
    keywords: ['console.', 'print', 'puts', 'writeline(', 'echo '],
    pattern:
      /(?:console\.(?:log|info|warn|error|debug)|System\.(?:out|err)\.print(?:ln)?|Console\.Write(?:Line)?|fmt\.Print(?:ln|f)?|println!?|e?print(?:ln!?)?|puts|echo)(?:\(|\s)\s*[fbru$@]{0,2}["'`](?:debug(?:ging)?\b[:!\s]|DEBUG|here\s*\d*["'`!.]|here[: ]\d|got here|xxx+|asdf|foo+["'`]|wtf|test(?:ing)?\s?\d*["'`]\s*\)|TODO:? remove|remove me)/y,
  },
  {
    rule: 'hygiene/focused-test',
    severity: 'P2',
    title: 'Focused test left in',
    endings: script,
    keywords: ['.only'],
    pattern:
      /(?:(?:await|return|export)\s+)?(?:Deno\.)?(?:describe|it|test|context|suite|specify|bench|fixture|scenario|feature|tap|t)(?:\.(?:describe|concurrent|sequential|skip|each|serial|parallel|todo|failing|fixme|slow|test))*\.only(?:\.each)?\s*(?:<[^()]*>)?[(`]/y,
    replace: { pattern: /\.only(?=\s*(?:\.each|[(<`]))/, by: '' },
  },
  {
    rule: 'hygiene/focused-test',
    severity: 'P2',
    title: 'Focused test left in',
    endings: script,
    keywords: ['fdescribe(', 'fit(', 'fcontext('],
    pattern: /f(?:describe|it|context)\(\s*(?:["'`]|$)/y,
    replace: { pattern: /f(?=(?:describe|it|context)\()/, by: '' },
  },
  {
    rule: 'hygiene/focused-test',
    severity: 'P2',
    title: 'Focused test left in',
    endings: 'rb',
    keywords: ['fdescribe', 'fit ', 'fit(', 'fcontext', 'focus: true', ':focus'],
    pattern:
      /(?:f(?:describe|it|context|specify)[ (]\s*["']|(?:RSpec\.)?(?:describe|it|context|specify|scenario|feature)\b[^#]*[,(]\s*(?:focus:\s*true|:focus\s*=>\s*true|:focus)\b)/y,
  },
  {
    rule: 'hygiene/focused-test',
    severity: 'P2',
    title: 'Focused test left in',
    endings: 'go',
    keywords: ['fdescribe(', 'fit(', 'fcontext(', 'fwhen(', 'fdescribetable(', 'fentry('],
    pattern: /(?:var\s+_\s*=\s*)?F(?:Describe|It|Context|When|Specify|DescribeTable|Entry)\(\s*(?:["`]|$)/y,
    replace: { pattern: /F(?=(?:Describe|It|Context|When|Specify|DescribeTable|Entry)\()/, by: '' },
  },
]
