import type { AstRule, Matcher } from './rule.ts'
import { sqlGate, sqlWithBraces } from './sql.ts'

const languages = ['rust'] as const

const code = (pattern: string, rewrite?: string): Matcher => ({
  rule: { pattern },
  ...(rewrite === undefined ? {} : { rewrite }),
})

const body = (text: string): string => `fn f() {\n    ${text}\n}\n`

const hasSafetyComment = {
  any: [
    { kind: 'line_comment', regex: '(?i)safety' },
    { kind: 'block_comment', regex: '(?i)safety' },
  ],
}

export const rustRules: readonly AstRule[] = [
  {
    id: 'rust/nan-comparison',
    languages,
    severity: 'P1',
    category: 'correctness',
    confidence: 0.95,
    title: 'Comparison with NaN',
    problem: 'NaN is not equal to anything, not even to itself.',
    impact: 'The condition has the same outcome whatever the value.',
    fix: 'Use is_nan.',
    gate: /::NAN\b/,
    matchers: ['f32::NAN', 'f64::NAN', 'std::f32::NAN', 'std::f64::NAN'].flatMap((nan) => [
      code(`$VALUE == ${nan}`, '$VALUE.is_nan()'),
      code(`$VALUE != ${nan}`, '!$VALUE.is_nan()'),
    ]),
    bad: [body('if rate == f64::NAN { return; }')],
    good: [body('if rate.is_nan() { return; }')],
  },
  {
    id: 'rust/lock-dropped-at-once',
    languages,
    severity: 'P1',
    category: 'correctness',
    confidence: 0.95,
    title: 'Lock is released at once',
    problem: 'The pattern `_` does not keep the guard: it is dropped at the end of this line.',
    impact: 'The code below runs without the lock.',
    fix: 'Bind the guard to a name such as _guard.',
    gate: /let _ =/,
    matchers: [
      code('let _ = $LOCK.lock().unwrap();', 'let _guard = $LOCK.lock().unwrap();'),
      code('let _ = $LOCK.lock().await;', 'let _guard = $LOCK.lock().await;'),
      code('let _ = $LOCK.write().unwrap();', 'let _guard = $LOCK.write().unwrap();'),
      code('let _ = $LOCK.read().unwrap();', 'let _guard = $LOCK.read().unwrap();'),
      { rule: { pattern: 'let _ = $LOCK.lock().expect($TEXT);' } },
    ],
    bad: [body('let _ = state.lock().unwrap();')],
    good: [body('let _guard = state.lock().unwrap();'), body('let _ = sender.send(1);')],
  },
  {
    id: 'rust/uninitialised-memory',
    languages,
    severity: 'P1',
    category: 'correctness',
    confidence: 0.9,
    title: 'Value made from uninitialised memory',
    problem: 'Reading a value that was never written is undefined behaviour, whatever its type.',
    impact: 'The compiler may produce anything.',
    fix: 'Write the value first, or keep it in MaybeUninit.',
    gate: /uninitialized|uninit\(\)/,
    matchers: [
      code('mem::uninitialized()'),
      code('std::mem::uninitialized()'),
      code('mem::uninitialized::<$TYPE>()'),
      code('std::mem::uninitialized::<$TYPE>()'),
      {
        rule: {
          any: [
            { pattern: 'MaybeUninit::uninit().assume_init()' },
            { pattern: 'MaybeUninit::<$TYPE>::uninit().assume_init()' },
          ],
          // An array of MaybeUninit needs no initial value: the documented idiom.
          not: {
            inside: {
              any: [{ kind: 'let_declaration' }, { kind: 'const_item' }, { kind: 'function_item' }],
              regex: '\\[\\s*(mem::)?MaybeUninit',
              stopBy: 'end',
            },
          },
        },
      },
    ],
    bad: [
      body('let x: u8 = unsafe { MaybeUninit::uninit().assume_init() };'),
      body('let x: u8 = unsafe { std::mem::uninitialized() };'),
    ],
    good: [
      body('let x = MaybeUninit::<u8>::uninit();'),
      body('let a: [MaybeUninit<u8>; 4] = unsafe { MaybeUninit::uninit().assume_init() };'),
    ],
  },
  {
    id: 'rust/shared-to-mutable',
    languages,
    severity: 'P1',
    category: 'correctness',
    confidence: 0.95,
    title: 'Shared reference turned into a mutable one',
    problem: 'Writing through a reference that others may read is undefined behaviour.',
    impact: 'The compiler may produce anything.',
    fix: 'Take &mut, or use Cell, RefCell or a lock.',
    gate: /transmute::<|as \*mut/,
    matchers: [
      {
        rule: {
          kind: 'generic_function',
          regex: "(^|::)transmute::<\\s*&('\\w+\\s+)?[^m,][^,]*,\\s*&('\\w+\\s+)?mut\\b",
        },
      },
      {
        rule: {
          kind: 'assignment_expression',
          has: { field: 'left', regex: '^\\*\\(&\\w[\\w.]* as \\*const .+ as \\*mut ' },
        },
      },
    ],
    bad: [
      body('let y = unsafe { mem::transmute::<&T, &mut T>(x) };'),
      body('unsafe { *(&x as *const i32 as *mut i32) = 1 };'),
    ],
    good: [body('let y = unsafe { mem::transmute::<&T, &U>(x) };'), body('let p = &mut x as *mut i32;')],
  },
  {
    id: 'rust/set-len-uninitialised',
    languages,
    severity: 'P2',
    category: 'correctness',
    confidence: 0.8,
    title: 'Vector made longer without writing its elements',
    problem: 'set_len right after with_capacity makes elements out of memory that nobody has written.',
    impact: null,
    fix: 'Use resize, or fill spare_capacity_mut before set_len.',
    gate: /set_len/,
    matchers: [
      {
        rule: {
          pattern: '$VECTOR.set_len($LENGTH)',
          inside: {
            kind: 'expression_statement',
            has: { kind: 'unsafe_block' },
            follows: { pattern: 'let mut $VECTOR = Vec::with_capacity($SIZE);' },
            stopBy: 'end',
          },
        },
      },
    ],
    bad: [body('let mut buffer = Vec::with_capacity(10);\n    unsafe { buffer.set_len(10); }')],
    good: [
      body('let mut buffer = Vec::with_capacity(10);\n    fill(&mut buffer);\n    unsafe { buffer.set_len(10); }'),
    ],
  },
  {
    id: 'rust/zero-step',
    languages,
    severity: 'P1',
    category: 'correctness',
    confidence: 0.95,
    title: 'Step or size of zero',
    problem: 'The method panics when it is given zero.',
    impact: 'The program panics here every time.',
    fix: 'Pass at least one.',
    gate: /\(0\)/,
    matchers: [
      ...['step_by', 'chunks', 'chunks_mut', 'chunks_exact', 'windows', 'rchunks'].map((name) =>
        code(`$VALUE.${name}(0)`),
      ),
    ],
    bad: [body('for x in data.chunks(0) {}')],
    good: [body('for x in data.chunks(8) {}')],
  },
  {
    id: 'rust/iterator-never-runs',
    languages,
    severity: 'P2',
    category: 'correctness',
    confidence: 0.95,
    title: 'Iterator is built and never run',
    problem: 'Adapters such as map and filter are lazy: without a consumer the closure is never called.',
    impact: 'The line has no effect.',
    fix: 'Use a for loop, for_each or collect.',
    gate: /iter(?:_mut)?\(\)/,
    matchers: ['iter', 'iter_mut', 'into_iter'].flatMap((source) =>
      ['map', 'filter', 'inspect', 'filter_map', 'flat_map'].map((name) => ({
        rule: {
          pattern: `$VALUE.${source}().${name}($CLOSURE)`,
          inside: { kind: 'expression_statement', regex: ';$' },
        },
      })),
    ),
    bad: [body('items.iter().map(|item| item.save());')],
    good: [
      body('items.iter().for_each(|item| item.save());'),
      body('let names = items.iter().map(|item| item.name());'),
    ],
  },
  {
    id: 'rust/empty-error-branch',
    languages,
    severity: 'P2',
    category: 'correctness',
    confidence: 0.85,
    title: 'Error is tested and then ignored',
    problem: 'The branch for the error is empty, so the program goes on as if nothing had failed.',
    impact: null,
    fix: 'Return the error, handle it, or say in a comment why it does not matter.',
    gate: /if let Err\(/,
    matchers: [
      {
        rule: {
          kind: 'if_expression',
          all: [
            { has: { field: 'condition', kind: 'let_condition', has: { field: 'pattern', regex: '^Err\\(' } } },
            { has: { field: 'consequence', regex: '^\\{\\s*\\}$' } },
            { not: { has: { field: 'alternative', kind: 'else_clause' } } },
          ],
        },
      },
    ],
    bad: [body('if let Err(error) = save() {}')],
    good: [body('if let Err(error) = save() { warn(error); }'), body('if let Err(_) = save() { /* best effort */ }')],
  },
  {
    id: 'rust/panic-in-drop',
    languages,
    severity: 'P2',
    category: 'correctness',
    confidence: 0.85,
    title: 'panic inside Drop',
    problem: 'If the value is dropped while another panic unwinds, a second panic ends the process.',
    impact: 'The program aborts and the first error is lost.',
    fix: 'Log the problem, or offer a close method that returns an error.',
    gate: /\bDrop\b/,
    matchers: [
      {
        rule: {
          kind: 'macro_invocation',
          regex: '^(panic|todo|unimplemented)!',
          inside: {
            kind: 'function_item',
            has: { field: 'name', regex: '^drop$' },
            not: { regex: 'panicking' },
            stopBy: { any: [{ kind: 'closure_expression' }, { kind: 'mod_item' }] },
            inside: { kind: 'impl_item', has: { field: 'trait', regex: '^(std::ops::|ops::)?Drop$' }, stopBy: 'end' },
          },
        },
      },
    ],
    bad: ['impl Drop for File {\n    fn drop(&mut self) {\n        if self.open { panic!("still open"); }\n    }\n}\n'],
    good: [
      'impl Drop for File {\n    fn drop(&mut self) {\n        if self.open { warn("still open"); }\n    }\n}\n',
      'impl Drop for File {\n    fn drop(&mut self) {\n        if self.open && !std::thread::panicking() { panic!("still open"); }\n    }\n}\n',
      'impl File {\n    fn check(&self) { panic!("no"); }\n}\n',
    ],
  },
  {
    id: 'rust/todo-left',
    languages,
    severity: 'P2',
    category: 'correctness',
    confidence: 0.9,
    title: 'todo! left in the code',
    problem: 'The macro panics when it is reached.',
    impact: null,
    fix: 'Write the missing part, or return an error that says it is missing.',
    gate: /\btodo!/,
    matchers: [{ rule: { kind: 'macro_invocation', regex: '^todo!' } }],
    bad: [body('todo!()'), body('todo!("write this");')],
    good: [body('done!()')],
  },
  {
    id: 'rust/blocking-sleep-in-async',
    languages,
    severity: 'P2',
    category: 'correctness',
    confidence: 0.9,
    title: 'Blocking sleep in async code',
    problem: 'std::thread::sleep stops the whole worker thread, and with it all other tasks on it.',
    impact: 'Other tasks stall for the time of the sleep.',
    fix: 'Await the sleep of the async runtime.',
    gate: /thread::sleep/,
    matchers: [
      {
        rule: {
          any: [{ pattern: 'thread::sleep($TIME)' }, { pattern: 'std::thread::sleep($TIME)' }],
          inside: {
            any: [
              { kind: 'function_item', has: { kind: 'function_modifiers', regex: '\\basync\\b' } },
              { kind: 'async_block' },
            ],
            stopBy: {
              any: [
                { kind: 'closure_expression' },
                { kind: 'function_item', not: { has: { kind: 'function_modifiers', regex: '\\basync\\b' } } },
              ],
            },
          },
        },
      },
    ],
    bad: ['async fn poll() {\n    std::thread::sleep(delay);\n}\n'],
    good: [
      'fn poll() {\n    std::thread::sleep(delay);\n}\n',
      'async fn poll() {\n    spawn_blocking(|| std::thread::sleep(delay)).await;\n}\n',
      'async fn poll() {\n    tokio::time::sleep(delay).await;\n}\n',
    ],
  },
  {
    id: 'rust/identical-operands',
    languages,
    severity: 'P2',
    category: 'correctness',
    confidence: 0.9,
    title: 'Both sides of the condition are the same',
    problem: 'The second operand repeats the first, so it adds nothing; another name was probably meant.',
    impact: 'The intended condition is not tested.',
    fix: 'Compare with what was meant, or remove the repetition.',
    gate: /&&|\|\|/,
    matchers: ['$SAME && $SAME', '$SAME || $SAME'].map((pattern) => ({
      rule: {
        pattern,
        not: { has: { any: [{ kind: 'call_expression' }, { kind: 'macro_invocation' }], stopBy: 'end' } },
      },
    })),
    bad: [body('if a.x == 1 || a.x == 1 { return; }')],
    good: [body('if a.x == 1 || b.x == 1 { return; }'), body('if next() && next() { return; }')],
  },
  {
    id: 'rust/self-assignment',
    languages,
    severity: 'P2',
    category: 'correctness',
    confidence: 0.95,
    title: 'Variable is assigned to itself',
    problem: 'The statement has no effect; another name was probably meant.',
    impact: 'The intended value is never stored.',
    fix: 'Assign what was meant.',
    gate: /\b(\w+)\s*=\s*(?:\w+\.)*\1\b/,
    matchers: [
      {
        rule: {
          pattern: '$NAME = $NAME',
          kind: 'assignment_expression',
          has: { field: 'left', any: [{ kind: 'identifier' }, { kind: 'field_expression' }] },
        },
      },
    ],
    bad: [body('self.name = self.name;')],
    good: [body('self.name = name;'), body('let name = name;')],
  },
  {
    id: 'rust/length-never-negative',
    languages,
    severity: 'P2',
    category: 'correctness',
    confidence: 0.95,
    title: 'A length is compared with zero in a way that never changes',
    problem: 'A length is never below zero, so the condition is always true or always false.',
    impact: 'One branch never runs.',
    fix: 'Use is_empty.',
    gate: /len\(\)\s*(?:<|>=)\s*0/,
    matchers: [code('$VALUE.len() < 0', '$VALUE.is_empty()'), code('$VALUE.len() >= 0', '!$VALUE.is_empty()')],
    bad: [body('if items.len() >= 0 { return; }')],
    good: [body('if items.len() > 0 { return; }')],
  },
  {
    id: 'rust/certificates-not-checked',
    languages,
    severity: 'P2',
    category: 'security',
    confidence: 0.9,
    title: 'TLS certificates are not checked',
    problem: 'The client accepts any certificate or any host name.',
    impact: 'Anyone on the network path can read and change the traffic.',
    fix: 'Remove the call; add the private certificate authority as a root.',
    gate: /danger_accept_invalid|SslVerifyMode::NONE/,
    matchers: [
      code('$CLIENT.danger_accept_invalid_certs(true)'),
      code('$CLIENT.danger_accept_invalid_hostnames(true)'),
      code('$CLIENT.set_verify(SslVerifyMode::NONE)'),
    ],
    bad: [body('let client = Client::builder().danger_accept_invalid_certs(true).build();')],
    good: [body('let client = Client::builder().danger_accept_invalid_certs(options.insecure).build();')],
  },
  {
    id: 'rust/sql-from-strings',
    languages,
    severity: 'P2',
    category: 'security',
    confidence: 0.85,
    title: 'SQL statement built from strings',
    problem: 'A value is written into the text of an SQL statement instead of being bound as a parameter.',
    impact: 'Whoever controls the value can change the statement (SQL injection).',
    fix: 'Use placeholders and bind the values.',
    gate: sqlGate,
    matchers: [
      {
        rule: {
          kind: 'macro_invocation',
          regex: '^format!',
          has: {
            kind: 'token_tree',
            has: { any: [{ kind: 'string_literal' }, { kind: 'raw_string_literal' }], regex: sqlWithBraces },
          },
        },
      },
    ],
    bad: [body('let sql = format!("SELECT id FROM users WHERE name = \'{}\'", name);')],
    good: [
      body('let sql = format!("SELECT id FROM {} WHERE name = $1", table);'),
      body('let text = format!("could not update user where id = {}", id);'),
    ],
  },
  {
    id: 'rust/shell-from-strings',
    languages,
    severity: 'P2',
    category: 'security',
    confidence: 0.85,
    title: 'Shell command built from strings',
    problem: 'A command for the shell is put together from text and values.',
    impact: 'Whoever controls a value can run commands on this machine.',
    fix: 'Call the program directly with a list of arguments, without a shell.',
    gate: /Command::new\("(?:\/bin\/)?(?:ba)?sh"\)/,
    matchers: ['sh', 'bash', '/bin/sh', '/bin/bash'].flatMap((shell) => [
      code(`Command::new("${shell}").arg("-c").arg(format!($$$ARGS))`),
      code(`Command::new("${shell}").arg("-c").arg(&format!($$$ARGS))`),
      code(`Command::new("${shell}").args(["-c", &format!($$$ARGS)])`),
      code(`Command::new("${shell}").args(&["-c", &format!($$$ARGS)])`),
    ]),
    bad: [body('Command::new("sh").arg("-c").arg(format!("rm -r {}", name)).status();')],
    good: [
      body('Command::new("rm").arg("-r").arg(name).status();'),
      body('Command::new("sh").arg("-c").arg("ls").status();'),
    ],
  },
  {
    id: 'rust/memory-forgotten',
    languages,
    severity: 'P3',
    category: 'correctness',
    confidence: 0.75,
    title: 'mem::forget keeps a destructor from running',
    problem: 'What the value owns is never released: memory, files, locks.',
    impact: null,
    fix: 'Use ManuallyDrop, or into_raw where ownership is handed over.',
    gate: /mem::forget/,
    matchers: [code('mem::forget($VALUE)'), code('std::mem::forget($VALUE)')],
    bad: [body('mem::forget(buffer);')],
    good: [body('drop(buffer);')],
  },
  {
    id: 'rust/static-mut',
    languages,
    severity: 'P3',
    category: 'correctness',
    confidence: 0.75,
    title: 'Mutable static',
    problem: 'Nothing keeps two threads from using it at the same time.',
    impact: null,
    fix: 'Use an atomic, a Mutex or a OnceLock.',
    gate: /static\s+mut\b/,
    matchers: [{ rule: { kind: 'static_item', has: { kind: 'mutable_specifier' } } }],
    bad: ['static mut COUNT: u32 = 0;\n'],
    good: ['static COUNT: AtomicU32 = AtomicU32::new(0);\n'],
  },
  {
    id: 'rust/unsafe-unexplained',
    languages,
    severity: 'P3',
    category: 'correctness',
    confidence: 0.7,
    title: 'unsafe block without a SAFETY comment',
    problem: 'Nothing says why the conditions that the compiler cannot check hold here.',
    impact: null,
    fix: 'Add a comment that begins with SAFETY: and gives the reason.',
    gate: /\bunsafe\b/,
    matchers: [
      {
        rule: {
          kind: 'unsafe_block',
          all: [
            { not: { has: { ...hasSafetyComment, stopBy: 'end' } } },
            { not: { follows: { ...hasSafetyComment, stopBy: 'end' } } },
            {
              not: {
                inside: {
                  any: [{ follows: { ...hasSafetyComment, stopBy: 'end' } }, { kind: 'macro_invocation' }],
                  stopBy: { any: [{ kind: 'function_item' }, { kind: 'closure_expression' }] },
                },
              },
            },
          ],
        },
      },
    ],
    bad: [body('let x = unsafe { read(p) };')],
    good: [
      body('// SAFETY: p is valid for the whole call\n    let x = unsafe { read(p) };'),
      body('let x = unsafe {\n        // SAFETY: p is valid\n        read(p)\n    };'),
    ],
  },
]
