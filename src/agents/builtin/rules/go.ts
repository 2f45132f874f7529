import type { Rule } from '@ast-grep/napi'
import type { AstRule, Matcher } from './rule.ts'
import { secretName, sqlBeforeValue, sqlGate, sqlWithFormat } from './sql.ts'

const languages = ['go'] as const

/** A function of its own ends the search: what is inside it runs at another time. */
const functionBorder = {
  any: [{ kind: 'func_literal' }, { kind: 'function_declaration' }, { kind: 'method_declaration' }],
}

const inSecretFunction: Rule = {
  inside: {
    any: [{ kind: 'function_declaration' }, { kind: 'method_declaration' }],
    has: { field: 'name', regex: secretName },
    stopBy: 'end',
  },
}

const statement = (pattern: string): Matcher => ({ rule: { pattern } })

/** On its own a call with one argument reads like a conversion to a type; inside a function it is a call. */
const call = (text: string): Rule => ({ pattern: { context: `func t() { ${text} }`, selector: 'call_expression' } })

export const goRules: readonly AstRule[] = [
  {
    id: 'go/tls-verification-off',
    languages,
    severity: 'P2',
    category: 'security',
    confidence: 0.85,
    title: 'TLS certificates are not checked',
    problem: 'InsecureSkipVerify is set to true, so any certificate is accepted for any host.',
    impact: 'Anyone on the network path can read and change the traffic.',
    fix: 'Remove the setting; trust a private certificate authority through RootCAs.',
    gate: /InsecureSkipVerify/,
    matchers: [
      {
        rule: {
          kind: 'keyed_element',
          regex: '^InsecureSkipVerify:\\s*true$',
          // With a check of its own the program only replaces the standard one.
          not: { inside: { kind: 'literal_value', regex: 'VerifyPeerCertificate|VerifyConnection' } },
        },
      },
      {
        rule: {
          pattern: '$CONFIG.InsecureSkipVerify = true',
          not: { inside: { kind: 'if_statement', stopBy: 'end' } },
        },
      },
    ],
    bad: [
      'package p\nvar c = &tls.Config{InsecureSkipVerify: true}\n',
      'package p\nfunc f(c *tls.Config) {\n\tc.InsecureSkipVerify = true\n}\n',
    ],
    good: [
      'package p\nvar c = &tls.Config{InsecureSkipVerify: false}\n',
      'package p\nfunc f(c *tls.Config, insecure bool) {\n\tc.InsecureSkipVerify = insecure\n}\n',
      'package p\nvar c = &tls.Config{InsecureSkipVerify: true, VerifyPeerCertificate: verify}\n',
      'package p\nfunc f(c *tls.Config, insecure bool) {\n\tif insecure {\n\t\tc.InsecureSkipVerify = true\n\t}\n}\n',
    ],
  },
  {
    id: 'go/ssh-host-key-ignored',
    languages,
    severity: 'P2',
    category: 'security',
    confidence: 0.85,
    title: 'SSH host keys are not checked',
    problem: 'ssh.InsecureIgnoreHostKey accepts every server, also an impostor.',
    impact: 'Anyone on the network path can take over the session.',
    fix: 'Use ssh.FixedHostKey or the knownhosts package.',
    gate: /InsecureIgnoreHostKey/,
    matchers: [statement('ssh.InsecureIgnoreHostKey()')],
    bad: ['package p\nvar c = ssh.ClientConfig{HostKeyCallback: ssh.InsecureIgnoreHostKey()}\n'],
    good: ['package p\nvar c = ssh.ClientConfig{HostKeyCallback: ssh.FixedHostKey(key)}\n'],
  },
  {
    id: 'go/jwt-none-allowed',
    languages,
    severity: 'P1',
    category: 'security',
    confidence: 0.9,
    title: 'Unsigned tokens are accepted',
    problem: 'The signing method "none" is allowed, so a token needs no signature.',
    impact: 'Anyone can write a token for any user.',
    fix: 'Allow only the signing method in use.',
    gate: /UnsafeAllowNoneSignatureType/,
    matchers: [{ rule: { kind: 'selector_expression', regex: '^jwt\\.UnsafeAllowNoneSignatureType$' } }],
    bad: ['package p\nfunc key(t *jwt.Token) (any, error) {\n\treturn jwt.UnsafeAllowNoneSignatureType, nil\n}\n'],
    good: ['package p\nfunc key(t *jwt.Token) (any, error) {\n\treturn secret, nil\n}\n'],
  },
  {
    id: 'go/sql-from-strings',
    languages,
    severity: 'P2',
    category: 'security',
    confidence: 0.85,
    title: 'SQL statement built from strings',
    problem: 'A value is written into the text of an SQL statement instead of being passed as a parameter.',
    impact: 'Whoever controls the value can change the statement (SQL injection).',
    fix: 'Use placeholders and pass the values as arguments of the query.',
    gate: sqlGate,
    matchers: [
      {
        rule: {
          pattern: '$LEFT + $VALUE',
          has: {
            field: 'left',
            any: [{ kind: 'interpreted_string_literal' }, { kind: 'raw_string_literal' }],
            regex: sqlBeforeValue,
          },
          not: {
            has: { field: 'right', any: [{ kind: 'interpreted_string_literal' }, { kind: 'raw_string_literal' }] },
          },
        },
      },
      {
        rule: {
          all: [call('fmt.Sprintf($$$ARGS)')],
          has: {
            field: 'arguments',
            has: {
              any: [{ kind: 'interpreted_string_literal' }, { kind: 'raw_string_literal' }],
              regex: sqlWithFormat.replace('svqd', 'svq'),
            },
          },
        },
      },
    ],
    bad: [
      'package p\nfunc f(name string) {\n\tdb.Query("SELECT id FROM users WHERE name = \'" + name + "\'")\n}\n',
      'package p\nfunc f(name string) {\n\tq := fmt.Sprintf("DELETE FROM users WHERE name = \'%s\'", name)\n\tdb.Exec(q)\n}\n',
    ],
    good: [
      'package p\nfunc f(name string) {\n\tdb.Query("SELECT id FROM users WHERE name = ?", name)\n}\n',
      'package p\nfunc f(table string) {\n\tq := fmt.Sprintf("SELECT id FROM %s WHERE name = ?", table)\n\tdb.Query(q, name)\n}\n',
      'package p\nfunc f(id string) {\n\tlog.Print("could not update user where id = " + id)\n}\n',
    ],
  },
  {
    id: 'go/shell-from-strings',
    languages,
    severity: 'P2',
    category: 'security',
    confidence: 0.85,
    title: 'Shell command built from strings',
    problem: 'A command for the shell is put together from text and values.',
    impact: 'Whoever controls a value can run commands on this machine.',
    fix: 'Call the program directly with a list of arguments, without a shell.',
    gate: /exec\.Command/,
    matchers: [
      ...['fmt.Sprintf($$$ARGS)', '$TEXT + $VALUE'].flatMap((command) => [
        statement(`exec.Command("sh", "-c", ${command})`),
        statement(`exec.Command("bash", "-c", ${command})`),
        statement(`exec.Command("/bin/sh", "-c", ${command})`),
        statement(`exec.Command("/bin/bash", "-c", ${command})`),
        statement(`exec.CommandContext($CTX, "sh", "-c", ${command})`),
        statement(`exec.CommandContext($CTX, "bash", "-c", ${command})`),
      ]),
    ],
    bad: [
      'package p\nfunc f(name string) {\n\texec.Command("sh", "-c", "rm -r "+name).Run()\n}\n',
      'package p\nfunc f(ctx context.Context, name string) {\n\texec.CommandContext(ctx, "bash", "-c", fmt.Sprintf("ls %s", name)).Run()\n}\n',
    ],
    good: [
      'package p\nfunc f(name string) {\n\texec.Command("rm", "-r", name).Run()\n}\n',
      'package p\nfunc f() {\n\texec.Command("sh", "-c", "ls | wc -l").Run()\n}\n',
    ],
  },
  {
    id: 'go/guessable-secret',
    languages,
    severity: 'P2',
    category: 'security',
    confidence: 0.85,
    title: 'Secret made with a predictable random generator',
    problem: 'math/rand is used in a function that makes a secret; its numbers can be computed from a few outputs.',
    impact: 'An attacker can guess the secret.',
    fix: 'Use crypto/rand.',
    gate: /"math\/rand/,
    matchers: [
      {
        rule: {
          all: [
            call('rand.$FUNCTION($$$ARGS)'),
            inSecretFunction,
            {
              inside: {
                kind: 'source_file',
                stopBy: 'end',
                has: { kind: 'import_spec', regex: '^"math/rand(/v2)?"$', stopBy: 'end' },
              },
            },
          ],
        },
      },
    ],
    bad: ['package p\nimport "math/rand"\nfunc newSessionToken() int {\n\treturn rand.Intn(1000000)\n}\n'],
    good: [
      'package p\nimport "crypto/rand"\nfunc newSessionToken(b []byte) {\n\trand.Read(b)\n}\n',
      'package p\nimport "math/rand"\nfunc jitter() int {\n\treturn rand.Intn(100)\n}\n',
    ],
  },
  {
    id: 'go/password-fast-hash',
    languages,
    severity: 'P2',
    category: 'security',
    confidence: 0.85,
    title: 'Password hashed with a fast hash',
    problem: 'MD5, SHA-1 and SHA-256 are made to be fast; passwords hashed with them can be tried out by the billion.',
    impact: 'Stolen hashes give the passwords away.',
    fix: 'Use bcrypt, scrypt or argon2 with a salt.',
    gate: /\b(?:md5|sha1|sha256)\.Sum/,
    matchers: [
      {
        rule: {
          any: [call('md5.Sum($ARG)'), call('sha1.Sum($ARG)'), call('sha256.Sum256($ARG)')],
          has: {
            field: 'arguments',
            has: {
              any: [{ kind: 'identifier' }, { kind: 'field_identifier' }],
              regex: '(?i)^(user)?passw(or)?d$',
              stopBy: 'end',
            },
          },
        },
      },
    ],
    bad: ['package p\nfunc f(password string) {\n\th := md5.Sum([]byte(password))\n\t_ = h\n}\n'],
    good: ['package p\nfunc f(file []byte) {\n\th := md5.Sum(file)\n\t_ = h\n}\n'],
  },
  {
    id: 'go/world-writable',
    languages,
    severity: 'P2',
    category: 'security',
    confidence: 0.8,
    title: 'File made writable for everyone',
    problem: 'The mode gives every user of the machine the right to write.',
    impact: null,
    fix: 'Use 0600 or 0644 for files, 0700 or 0755 for folders and programs.',
    gate: /os\.Chmod/,
    matchers: [{ rule: { pattern: 'os.Chmod($PATH, $MODE)', regex: ',\\s*0o?(777|666)\\)$' } }],
    bad: ['package p\nfunc f() {\n\tos.Chmod("data", 0777)\n}\n'],
    good: ['package p\nfunc f() {\n\tos.Chmod("data", 0o755)\n}\n'],
  },
  {
    id: 'go/unescaped-html',
    languages,
    severity: 'P2',
    category: 'security',
    confidence: 0.7,
    title: 'Text marked as safe HTML without escaping',
    problem: 'A value is turned into template.HTML, which html/template prints as it is.',
    impact: null,
    fix: 'Pass the plain string and let the template escape it, or clean it first.',
    gate: /template\.HTML\(/,
    matchers: [
      {
        rule: {
          all: [call('template.HTML($VALUE)')],
          has: {
            field: 'arguments',
            has: { any: [{ kind: 'identifier' }, { kind: 'selector_expression' }, { kind: 'binary_expression' }] },
          },
        },
      },
    ],
    bad: ['package p\nfunc f(comment string) template.HTML {\n\treturn template.HTML(comment)\n}\n'],
    good: [
      'package p\nfunc f() template.HTML {\n\treturn template.HTML("<hr>")\n}\n',
      'package p\nfunc f(s string) template.HTML {\n\treturn template.HTML(policy.Sanitize(s))\n}\n',
    ],
  },
  {
    id: 'go/defer-in-loop',
    languages,
    severity: 'P2',
    category: 'correctness',
    confidence: 0.85,
    title: 'defer inside a loop',
    problem: 'A deferred call runs when the function ends, not at the end of each round of the loop.',
    impact: null,
    fix: 'Move the body of the loop into a function, or release at the end of the round.',
    gate: /\bdefer\b/,
    matchers: [
      {
        rule: {
          kind: 'defer_statement',
          inside: { kind: 'for_statement', stopBy: functionBorder },
          // A round that ends the function holds only one.
          not: { precedes: { kind: 'return_statement', stopBy: 'end' } },
        },
      },
    ],
    bad: [
      'package p\nfunc f(names []string) {\n\tfor _, name := range names {\n\t\tf, _ := os.Open(name)\n\t\tdefer f.Close()\n\t}\n}\n',
    ],
    good: [
      'package p\nfunc f(names []string) {\n\tfor _, name := range names {\n\t\tfunc() {\n\t\t\tf, _ := os.Open(name)\n\t\t\tdefer f.Close()\n\t\t}()\n\t}\n}\n',
      'package p\nfunc f() {\n\tdefer g()\n\tfor {\n\t\th()\n\t}\n}\n',
    ],
  },
  {
    id: 'go/defer-before-error-check',
    languages,
    severity: 'P1',
    category: 'correctness',
    confidence: 0.95,
    title: 'Result is used before its error is checked',
    problem: 'When the call fails the result is nil, and the deferred Close panics.',
    impact: 'The program panics whenever the call fails.',
    fix: 'Check the error first, then defer the Close.',
    gate: /\bdefer\s.*Close\(\)/,
    matchers: [
      { rule: { pattern: 'defer $RESULT.Body.Close()', follows: { pattern: '$RESULT, $ERR := $CALL($$$ARGS)' } } },
      {
        rule: {
          pattern: 'defer $RESULT.Close()',
          follows: {
            any: ['net.Dial', 'net.Listen', 'sql.Open'].map((name) => ({
              pattern: `$RESULT, $ERR := ${name}($$$ARGS)`,
            })),
          },
        },
      },
    ],
    bad: [
      'package p\nfunc f() {\n\tresp, err := http.Get(url)\n\tdefer resp.Body.Close()\n\tif err != nil {\n\t\treturn\n\t}\n}\n',
    ],
    good: [
      'package p\nfunc f() {\n\tresp, err := http.Get(url)\n\tif err != nil {\n\t\treturn\n\t}\n\tdefer resp.Body.Close()\n}\n',
    ],
  },
  {
    id: 'go/defer-lock',
    languages,
    severity: 'P1',
    category: 'correctness',
    confidence: 0.95,
    title: 'Lock is deferred instead of Unlock',
    problem: 'The mutex is locked and then locked again when the function ends; it is never unlocked.',
    impact: 'The program hangs.',
    fix: 'Defer Unlock.',
    gate: /\bdefer\s.*Lock\(\)/,
    matchers: [
      {
        rule: {
          pattern: 'defer $MUTEX.Lock()',
          follows: { kind: 'expression_statement', has: { pattern: '$MUTEX.Lock()' } },
        },
        rewrite: 'defer $MUTEX.Unlock()',
      },
      {
        rule: {
          pattern: 'defer $MUTEX.RLock()',
          follows: { kind: 'expression_statement', has: { pattern: '$MUTEX.RLock()' } },
        },
        rewrite: 'defer $MUTEX.RUnlock()',
      },
    ],
    bad: ['package p\nfunc f() {\n\tmu.Lock()\n\tdefer mu.Lock()\n}\n'],
    good: [
      'package p\nfunc f() {\n\tmu.Lock()\n\tdefer mu.Unlock()\n}\n',
      'package p\nfunc f() {\n\tmu.Unlock()\n\tdefer mu.Lock()\n}\n',
    ],
  },
  {
    id: 'go/defer-recover',
    languages,
    severity: 'P1',
    category: 'correctness',
    confidence: 0.95,
    title: 'recover is deferred directly',
    problem: 'recover stops a panic only when a deferred function calls it; deferred itself it does nothing.',
    impact: 'The panic is not stopped and ends the program.',
    fix: 'Write defer func() { recover() }() and deal with the value.',
    gate: /\bdefer\s+recover\(\)/,
    matchers: [statement('defer recover()')],
    bad: ['package p\nfunc f() {\n\tdefer recover()\n}\n'],
    good: [
      'package p\nfunc f() {\n\tdefer func() {\n\t\tif r := recover(); r != nil {\n\t\t\tlog.Print(r)\n\t\t}\n\t}()\n}\n',
    ],
  },
  {
    id: 'go/waitgroup-add-in-goroutine',
    languages,
    severity: 'P2',
    category: 'correctness',
    confidence: 0.9,
    title: 'WaitGroup.Add is called inside the goroutine',
    problem: 'Wait may run before the goroutine has started and called Add, and then does not wait for it.',
    impact: 'Work is cut off, depending on timing.',
    fix: 'Call Add before the go statement.',
    gate: /\.Add\(/,
    matchers: [
      {
        rule: {
          all: [call('$GROUP.Add($COUNT)')],
          inside: {
            kind: 'expression_statement',
            precedes: { pattern: 'defer $GROUP.Done()', stopBy: 'end' },
            inside: {
              kind: 'statement_list',
              inside: {
                kind: 'block',
                inside: { kind: 'func_literal', inside: { kind: 'call_expression', inside: { kind: 'go_statement' } } },
              },
            },
          },
        },
      },
    ],
    bad: ['package p\nfunc f() {\n\tgo func() {\n\t\twg.Add(1)\n\t\tdefer wg.Done()\n\t}()\n\twg.Wait()\n}\n'],
    good: ['package p\nfunc f() {\n\twg.Add(1)\n\tgo func() {\n\t\tdefer wg.Done()\n\t}()\n\twg.Wait()\n}\n'],
  },
  {
    id: 'go/lost-cancel',
    languages,
    severity: 'P2',
    category: 'correctness',
    confidence: 0.95,
    title: 'The cancel function of a context is thrown away',
    problem: 'Without calling cancel the context and its timer stay until the parent ends.',
    impact: 'Memory and timers leak with every call.',
    fix: 'Keep the function and defer it.',
    gate: /, _ :?= context\.With/,
    matchers: ['WithCancel', 'WithTimeout', 'WithDeadline'].flatMap((name) => [
      statement(`$CTX, _ := context.${name}($$$ARGS)`),
      statement(`$CTX, _ = context.${name}($$$ARGS)`),
    ]),
    bad: ['package p\nfunc f() {\n\tctx, _ := context.WithTimeout(parent, time.Second)\n\tg(ctx)\n}\n'],
    good: [
      'package p\nfunc f() {\n\tctx, cancel := context.WithTimeout(parent, time.Second)\n\tdefer cancel()\n\tg(ctx)\n}\n',
    ],
  },
  {
    id: 'go/error-discarded',
    languages,
    severity: 'P2',
    category: 'correctness',
    confidence: 0.75,
    title: 'Error is thrown away',
    problem: 'The error is assigned to the blank identifier, so a failure goes unnoticed.',
    impact: null,
    fix: 'Return the error or handle it.',
    gate: /_ = err\b/,
    matchers: [statement('_ = err')],
    bad: ['package p\nfunc f() {\n\terr := g()\n\t_ = err\n}\n'],
    good: ['package p\nfunc f() error {\n\terr := g()\n\treturn err\n}\n'],
  },
  {
    id: 'go/empty-error-branch',
    languages,
    severity: 'P2',
    category: 'correctness',
    confidence: 0.85,
    title: 'Error is tested and then ignored',
    problem: 'The branch for the error is empty, so the program goes on as if nothing had failed.',
    impact: null,
    fix: 'Return the error, handle it, or say in a comment why it does not matter.',
    gate: /[eE]rr != nil \{\s*\}/,
    matchers: [
      {
        rule: {
          kind: 'if_statement',
          all: [
            { has: { field: 'condition', regex: '^\\w*[eE]rr != nil$' } },
            { has: { field: 'consequence', regex: '^\\{\\s*\\}$' } },
            { not: { has: { field: 'alternative', kind: 'block' } } },
          ],
        },
      },
    ],
    bad: ['package p\nfunc f() {\n\tif err := g(); err != nil {\n\t}\n}\n'],
    good: [
      'package p\nfunc f() error {\n\tif err := g(); err != nil {\n\t\treturn err\n\t}\n\treturn nil\n}\n',
      'package p\nfunc f() {\n\tif err := g(); err != nil {\n\t\t// best effort\n\t}\n}\n',
    ],
  },
  {
    id: 'go/nil-error-returned',
    languages,
    severity: 'P2',
    category: 'correctness',
    confidence: 0.85,
    title: 'Returns the error in the branch where it is nil',
    problem: 'The condition says that err is nil, and then err is wrapped or returned as the only result.',
    impact: null,
    fix: 'Was err != nil meant?',
    gate: /err == nil \{\s*return/,
    matchers: [
      { rule: { pattern: 'if err == nil { return fmt.Errorf($$$ARGS, err) }' } },
      { rule: { pattern: 'if err == nil { return errors.Wrap(err, $$$ARGS) }' } },
      { rule: { pattern: 'if err == nil { return nil, err }' } },
    ],
    bad: [
      'package p\nfunc f() (*T, error) {\n\tt, err := g()\n\tif err == nil {\n\t\treturn nil, err\n\t}\n\treturn t, nil\n}\n',
    ],
    good: [
      'package p\nfunc f() (*T, error) {\n\tt, err := g()\n\tif err != nil {\n\t\treturn nil, err\n\t}\n\treturn t, nil\n}\n',
      'package p\nfunc f() (*T, error) {\n\tt, err := g()\n\tif err == nil {\n\t\treturn t, err\n\t}\n\treturn nil, err\n}\n',
    ],
  },
  {
    id: 'go/append-discarded',
    languages,
    severity: 'P2',
    category: 'correctness',
    confidence: 0.9,
    title: 'Result of append is thrown away',
    problem: 'append returns the longer slice; the one it was given stays as it is.',
    impact: 'The elements are lost.',
    fix: 'Assign the result to the slice.',
    gate: /_ = append\(/,
    matchers: [statement('_ = append($SLICE, $$$ITEMS)')],
    bad: ['package p\nfunc f(a []int) {\n\t_ = append(a, 1)\n}\n'],
    good: ['package p\nfunc f(a []int) []int {\n\ta = append(a, 1)\n\treturn a\n}\n'],
  },
  {
    id: 'go/identical-operands',
    languages,
    severity: 'P2',
    category: 'correctness',
    confidence: 0.9,
    title: 'Both sides of the condition are the same',
    problem: 'The second operand repeats the first, so it adds nothing; another name was probably meant.',
    impact: 'The intended condition is not tested.',
    fix: 'Compare with what was meant, or remove the repetition.',
    gate: /&&|\|\|/,
    matchers: [
      {
        rule: {
          pattern: '$SAME && $SAME',
          not: { has: { any: [{ kind: 'call_expression' }, { pattern: '<-$CHANNEL' }], stopBy: 'end' } },
        },
      },
      {
        rule: {
          pattern: '$SAME || $SAME',
          not: { has: { any: [{ kind: 'call_expression' }, { pattern: '<-$CHANNEL' }], stopBy: 'end' } },
        },
      },
    ],
    bad: ['package p\nfunc f(a, b *T) bool {\n\treturn a == nil || a == nil\n}\n'],
    good: [
      'package p\nfunc f(a, b *T) bool {\n\treturn a == nil || b == nil\n}\n',
      'package p\nfunc f() bool {\n\treturn next() && next()\n}\n',
    ],
  },
  {
    id: 'go/length-never-negative',
    languages,
    severity: 'P2',
    category: 'correctness',
    confidence: 0.95,
    title: 'A length is compared with zero in a way that never changes',
    problem: 'A length is never below zero, so the condition is always true or always false.',
    impact: 'One branch never runs.',
    fix: 'Compare with == 0 or > 0.',
    gate: /\)\s*(?:<|>=)\s*0/,
    matchers: [
      { rule: { pattern: 'len($VALUE) < 0' }, rewrite: 'len($VALUE) == 0' },
      { rule: { pattern: 'len($VALUE) >= 0' }, rewrite: 'len($VALUE) > 0' },
    ],
    bad: ['package p\nfunc f(a []int) bool {\n\treturn len(a) >= 0\n}\n'],
    good: ['package p\nfunc f(a []int) bool {\n\treturn len(a) > 0\n}\n'],
  },
  {
    id: 'go/busy-loop',
    languages,
    severity: 'P2',
    category: 'correctness',
    confidence: 0.85,
    title: 'Loop spins without waiting',
    problem: 'The select has an empty default, so it never waits, and the loop around it does nothing else.',
    impact: 'One processor core is busy all the time.',
    fix: 'Remove the default branch.',
    gate: /default:\s*\}/,
    matchers: [
      {
        rule: {
          kind: 'select_statement',
          has: { kind: 'default_case', regex: '^default:\\s*$' },
          nthChild: { position: 1, reverse: true },
          inside: {
            kind: 'statement_list',
            inside: { kind: 'block', inside: { kind: 'for_statement', regex: '^for\\s*\\{\\s*select\\b' } },
          },
        },
      },
    ],
    bad: ['package p\nfunc f() {\n\tfor {\n\t\tselect {\n\t\tcase <-c:\n\t\t\treturn\n\t\tdefault:\n\t\t}\n\t}\n}\n'],
    good: [
      'package p\nfunc f() {\n\tfor {\n\t\tselect {\n\t\tcase <-c:\n\t\t\treturn\n\t\t}\n\t}\n}\n',
      'package p\nfunc f() {\n\tfor {\n\t\tselect {\n\t\tcase <-c:\n\t\t\treturn\n\t\tdefault:\n\t\t}\n\t\twork()\n\t}\n}\n',
    ],
  },
]
