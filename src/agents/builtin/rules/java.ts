import type { Rule } from '@ast-grep/napi'
import { given } from '../../../core/values/given.ts'
import type { AstRule, Matcher } from './rule.ts'
import { secretName, sqlBeforeValue, sqlGate, sqlWithFormat } from './sql.ts'

const languages = ['java'] as const

const code = (pattern: string, rewrite?: string): Matcher => ({
  rule: { pattern },
  ...given({ rewrite }),
})

/** Alone, `a == B.c` is no complete Java; the initial value of a field is. */
const comparison = (text: string): Rule => ({
  pattern: { context: `class A { boolean b = ${text}; }`, selector: 'binary_expression' },
})

/** Puts statements into a method of a class. */
const method = (body: string): string => `class A {\n  void f() {\n    ${body}\n  }\n}\n`

/** What is inside these runs at another time. */
const functionBorder = { any: [{ kind: 'lambda_expression' }, { kind: 'class_body' }, { kind: 'method_declaration' }] }

const inSecretMethod: Rule = {
  any: [
    { inside: { kind: 'method_declaration', has: { field: 'name', regex: secretName }, stopBy: 'end' } },
    { inside: { kind: 'variable_declarator', has: { field: 'name', regex: secretName }, stopBy: 'end' } },
  ],
}

export const javaRules: readonly AstRule[] = [
  {
    id: 'java/string-identity',
    languages,
    severity: 'P2',
    category: 'correctness',
    confidence: 0.95,
    title: 'Strings compared with == or !=',
    problem: 'The operator compares references, not text: two equal strings are usually different objects.',
    impact: 'The comparison is false for equal text that was read or computed.',
    fix: 'Compare with equals.',
    gate: /[!=]=\s*"|"\s*[!=]=/,
    matchers: [
      {
        rule: { pattern: '$VALUE == $TEXT', has: { field: 'right', kind: 'string_literal' } },
        rewrite: '$TEXT.equals($VALUE)',
      },
      {
        rule: { pattern: '$VALUE != $TEXT', has: { field: 'right', kind: 'string_literal' } },
        rewrite: '!$TEXT.equals($VALUE)',
      },
      {
        rule: { pattern: '$TEXT == $VALUE', has: { field: 'left', kind: 'string_literal' } },
        rewrite: '$TEXT.equals($VALUE)',
      },
      {
        rule: { pattern: '$TEXT != $VALUE', has: { field: 'left', kind: 'string_literal' } },
        rewrite: '!$TEXT.equals($VALUE)',
      },
    ],
    bad: [method('if (name == "admin") allow();'), method('if ("admin" != name) deny();')],
    good: [
      method('if ("admin".equals(name)) allow();'),
      method('if (name == null) deny();'),
      method("if (letter == 'a') allow();"),
    ],
  },
  {
    id: 'java/nan-comparison',
    languages,
    severity: 'P1',
    category: 'correctness',
    confidence: 0.95,
    title: 'Comparison with NaN',
    problem: 'NaN is not equal to anything, not even to itself.',
    impact: 'The condition has the same outcome whatever the value.',
    fix: 'Use isNaN.',
    gate: /\.NaN\b/,
    matchers: ['Double', 'Float'].flatMap((type) => [
      { rule: comparison(`$VALUE == ${type}.NaN`), rewrite: `${type}.isNaN($VALUE)` },
      { rule: comparison(`$VALUE != ${type}.NaN`), rewrite: `!${type}.isNaN($VALUE)` },
    ]),
    bad: [method('if (rate == Double.NaN) return;')],
    good: [method('if (Double.isNaN(rate)) return;')],
  },
  {
    id: 'java/bigdecimal-from-double',
    languages,
    severity: 'P2',
    category: 'correctness',
    confidence: 0.95,
    title: 'BigDecimal made from a floating point literal',
    problem: 'The literal is rounded to binary first: new BigDecimal(0.1) is 0.1000000000000000055…',
    impact: 'Amounts are off by tiny fractions, and comparisons fail.',
    fix: 'Pass a string.',
    gate: /new BigDecimal\(/,
    matchers: [
      {
        rule: {
          pattern: 'new BigDecimal($NUMBER)',
          has: {
            field: 'arguments',
            has: {
              kind: 'decimal_floating_point_literal',
              regex: '^[0-9.]*[1-46-9][0-9]*$|\\.[0-9]*[1-9][0-9]+$',
              stopBy: 'neighbor',
            },
          },
        },
        rewrite: 'new BigDecimal("$NUMBER")',
      },
    ],
    bad: [method('price = new BigDecimal(0.1);')],
    good: [method('price = new BigDecimal("0.1");'), method('price = new BigDecimal(10);')],
  },
  {
    id: 'java/empty-catch',
    languages,
    severity: 'P2',
    category: 'correctness',
    confidence: 0.8,
    title: 'Exception is swallowed',
    problem: 'The handler is empty, so a failure leaves no trace and the program goes on as if nothing had happened.',
    impact: null,
    fix: 'Handle it, let it through, or say in a comment why it does not matter.',
    gate: /\)\s*\{\s*\}/,
    matchers: [
      {
        rule: {
          kind: 'catch_clause',
          all: [
            { has: { field: 'body', regex: '^\\{\\s*\\}$' } },
            {
              not: {
                has: {
                  kind: 'catch_formal_parameter',
                  regex: '(?i)(\\b(ignored?|expected|unused|_)\\w*|InterruptedException\\b.*)$',
                },
              },
            },
          ],
        },
      },
    ],
    bad: [method('try { save(); } catch (IOException e) { }')],
    good: [
      method('try { save(); } catch (IOException e) { log(e); }'),
      method('try { save(); } catch (IOException ignored) { }'),
      method('try { save(); } catch (IOException e) { /* best effort */ }'),
    ],
  },
  {
    id: 'java/interrupt-lost',
    languages,
    severity: 'P2',
    category: 'correctness',
    confidence: 0.8,
    title: 'Interruption of the thread is lost',
    problem: 'InterruptedException clears the flag; whoever asked the thread to stop is ignored from here on.',
    impact: null,
    fix: 'Call Thread.currentThread().interrupt() in the handler, or let the exception through.',
    gate: /InterruptedException/,
    matchers: [
      {
        rule: {
          kind: 'catch_clause',
          all: [
            { has: { kind: 'catch_formal_parameter', has: { kind: 'catch_type', regex: '^InterruptedException$' } } },
            {
              not: {
                has: {
                  field: 'body',
                  has: {
                    any: [
                      { kind: 'throw_statement' },
                      { kind: 'return_statement' },
                      { kind: 'break_statement' },
                      {
                        kind: 'method_invocation',
                        regex: '(?i)interrupt|sneaky|throw|propagate|handle|fail\\(|exit\\(',
                      },
                      { kind: 'assignment_expression' },
                    ],
                    stopBy: 'end',
                  },
                },
              },
            },
          ],
        },
      },
    ],
    bad: [method('try { Thread.sleep(10); } catch (InterruptedException e) { log.warn("woken", e); }')],
    good: [
      method('try { Thread.sleep(10); } catch (InterruptedException e) { Thread.currentThread().interrupt(); }'),
      method('try { Thread.sleep(10); } catch (InterruptedException e) { throw new IllegalStateException(e); }'),
    ],
  },
  {
    id: 'java/return-in-finally',
    languages,
    severity: 'P2',
    category: 'correctness',
    confidence: 0.95,
    title: 'return inside finally',
    problem: 'A return in finally replaces the exception or the value that was on its way out.',
    impact: 'Exceptions are silently lost.',
    fix: 'Move the return out of the finally block.',
    gate: /\bfinally\b/,
    matchers: [{ rule: { kind: 'return_statement', inside: { kind: 'finally_clause', stopBy: functionBorder } } }],
    bad: ['class A {\n  int f() {\n    try {\n      return g();\n    } finally {\n      return 0;\n    }\n  }\n}\n'],
    good: [
      'class A {\n  int f() {\n    try {\n      return g();\n    } finally {\n      close();\n    }\n  }\n}\n',
      method('try { g(); } finally { later(() -> { return 1; }); }'),
    ],
  },
  {
    id: 'java/equals-without-hashcode',
    languages,
    severity: 'P2',
    category: 'correctness',
    confidence: 0.85,
    title: 'equals without hashCode',
    problem: 'The class redefines equality but keeps the hash of the identity, so equal objects have different hashes.',
    impact: null,
    fix: 'Override hashCode with the same fields.',
    gate: /\bequals\s*\(/,
    matchers: [
      {
        rule: {
          kind: 'method_declaration',
          all: [
            { has: { field: 'name', regex: '^equals$' } },
            {
              has: {
                field: 'parameters',
                regex: '^\\(\\s*(final\\s+)?(@\\w+\\s+)*(java\\.lang\\.)?Object\\s+\\w+\\s*\\)$',
              },
            },
            { has: { field: 'body', kind: 'block' } },
            { not: { has: { kind: 'modifiers', regex: '\\b(static|abstract)\\b' } } },
            {
              inside: {
                kind: 'class_body',
                not: { has: { kind: 'method_declaration', has: { field: 'name', regex: '^hashCode$' } } },
              },
            },
          ],
        },
      },
    ],
    bad: ['class A {\n  @Override public boolean equals(Object other) { return other instanceof A; }\n}\n'],
    good: [
      'class A {\n  @Override public boolean equals(Object other) { return other instanceof A; }\n  @Override public int hashCode() { return 1; }\n}\n',
      'class A {\n  boolean equals(A other) { return true; }\n}\n',
    ],
  },
  {
    id: 'java/thread-run',
    languages,
    severity: 'P1',
    category: 'correctness',
    confidence: 0.95,
    title: 'run is called on a new thread instead of start',
    problem: 'run executes the work in the calling thread; the new thread never starts.',
    impact: 'The caller blocks, and nothing runs in parallel.',
    fix: 'Call start.',
    gate: /\.run\(\)/,
    matchers: [code('new Thread($$$ARGS).run()')],
    bad: [method('new Thread(task).run();')],
    good: [method('new Thread(task).start();'), method('task.run();')],
  },
  {
    id: 'java/string-result-dropped',
    languages,
    severity: 'P2',
    category: 'correctness',
    confidence: 0.9,
    title: 'Result of a string method is thrown away',
    problem: 'Strings never change; the method returns a new one, and nobody takes it.',
    impact: 'The line has no effect.',
    fix: 'Assign the result.',
    gate: /\.(?:trim|strip|toLowerCase|toUpperCase|substring|replaceAll|replaceFirst)\(/,
    matchers: [
      {
        rule: {
          kind: 'expression_statement',
          has: {
            kind: 'method_invocation',
            all: [
              { has: { field: 'object', any: [{ kind: 'identifier' }, { kind: 'field_access' }] } },
              {
                has: {
                  field: 'name',
                  regex: '^(trim|strip|toLowerCase|toUpperCase|substring|replaceAll|replaceFirst)$',
                },
              },
            ],
          },
          // Collections have a replaceAll of their own, which works in place.
          not: { regex: '\\.replaceAll\\((\\(|\\w+\\s*->|\\w+::|\\w+\\))' },
        },
      },
    ],
    bad: [method('name.trim();'), method('name.replaceAll("a", "b");')],
    good: [
      method('name = name.trim();'),
      method('list.replaceAll(String::trim);'),
      method('list.replaceAll(x -> x + 1);'),
      method('list.replaceAll(operator);'),
    ],
  },
  {
    id: 'java/self-assignment',
    languages,
    severity: 'P2',
    category: 'correctness',
    confidence: 0.95,
    title: 'Variable is assigned to itself',
    problem: 'The statement has no effect; in a constructor the field stays unset.',
    impact: 'The intended value is never stored.',
    fix: 'Write this.name = name, or assign what was meant.',
    gate: /\b(\w+)\s*=\s*(?:this\.)?\1\b/,
    matchers: [
      {
        rule: {
          pattern: '$NAME = $NAME',
          kind: 'assignment_expression',
          has: { field: 'left', any: [{ kind: 'identifier' }, { kind: 'field_access' }] },
        },
      },
    ],
    bad: [
      'class A {\n  A(String name) {\n    name = name;\n  }\n}\n',
      'class A {\n  A(String name) {\n    this.name = this.name;\n  }\n}\n',
    ],
    good: ['class A {\n  A(String name) {\n    this.name = name;\n  }\n}\n'],
  },
  {
    id: 'java/identical-operands',
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
        not: {
          has: {
            any: [{ kind: 'method_invocation' }, { kind: 'update_expression' }, { kind: 'assignment_expression' }],
            stopBy: 'end',
          },
        },
      },
    })),
    bad: [method('if (a == null || a == null) return;')],
    good: [method('if (a == null || b == null) return;'), method('if (next() && next()) return;')],
  },
  {
    id: 'java/size-never-negative',
    languages,
    severity: 'P2',
    category: 'correctness',
    confidence: 0.9,
    title: 'A size is compared with zero in a way that never changes',
    problem: 'A size or length is never below zero, so the condition is always true or always false.',
    impact: 'One branch never runs.',
    fix: 'Use isEmpty, or compare with == 0 or > 0.',
    gate: /\b(?:size|length)\(\)\s*(?:<|>=)\s*0/,
    matchers: [
      code('$VALUE.size() < 0', '$VALUE.size() == 0'),
      code('$VALUE.size() >= 0', '$VALUE.size() > 0'),
      { rule: { pattern: '$VALUE.length() < 0' } },
      { rule: { pattern: '$VALUE.length() >= 0' } },
    ],
    bad: [method('if (list.size() >= 0) return;')],
    good: [method('if (list.size() > 0) return;')],
  },
  {
    id: 'java/compare-to-one',
    languages,
    severity: 'P2',
    category: 'correctness',
    confidence: 0.9,
    title: 'Result of compareTo compared with 1 or -1',
    problem: 'compareTo promises only a sign: many classes return other numbers than 1 and -1.',
    impact: 'The comparison is wrong for some values.',
    fix: 'Compare with 0.',
    gate: /compareTo/,
    matchers: [
      code('$A.compareTo($B) == 1', '$A.compareTo($B) > 0'),
      code('$A.compareTo($B) == -1', '$A.compareTo($B) < 0'),
      code('$A.compareToIgnoreCase($B) == 1', '$A.compareToIgnoreCase($B) > 0'),
      code('$A.compareToIgnoreCase($B) == -1', '$A.compareToIgnoreCase($B) < 0'),
    ],
    bad: [method('if (a.compareTo(b) == 1) return;')],
    good: [method('if (a.compareTo(b) > 0) return;')],
  },
  {
    id: 'java/null-optional',
    languages,
    severity: 'P2',
    category: 'correctness',
    confidence: 0.95,
    title: 'null returned instead of an Optional',
    problem: 'Callers of a method that returns Optional do not expect null.',
    impact: 'The caller fails with a NullPointerException.',
    fix: 'Return Optional.empty().',
    gate: /\bOptional\b/,
    matchers: [
      {
        rule: {
          pattern: 'return null;',
          inside: {
            kind: 'method_declaration',
            has: { field: 'type', regex: '^(java\\.util\\.)?Optional(<|$)' },
            stopBy: { any: [{ kind: 'lambda_expression' }, { kind: 'class_body' }] },
          },
        },
        rewrite: 'return Optional.empty();',
      },
    ],
    bad: ['class A {\n  Optional<User> find() {\n    return null;\n  }\n}\n'],
    good: [
      'class A {\n  Optional<User> find() {\n    return Optional.empty();\n  }\n}\n',
      'class A {\n  User find() {\n    return null;\n  }\n}\n',
      'class A {\n  Optional<User> find() {\n    return cache(() -> { return null; });\n  }\n}\n',
    ],
  },
  {
    id: 'java/wait-without-loop',
    languages,
    severity: 'P2',
    category: 'correctness',
    confidence: 0.8,
    title: 'wait without a loop around it',
    problem: 'A thread may wake up without being notified, or after the condition has changed again.',
    impact: null,
    fix: 'Wait in a while loop that tests the condition.',
    gate: /\bwait\(\)/,
    matchers: [
      {
        rule: {
          kind: 'method_invocation',
          regex: '^(\\w+\\.)?wait\\(\\)$',
          not: {
            inside: {
              any: [{ kind: 'while_statement' }, { kind: 'do_statement' }, { kind: 'for_statement' }],
              stopBy: functionBorder,
            },
          },
        },
      },
    ],
    bad: [method('synchronized (lock) { if (!ready) lock.wait(); }')],
    good: [method('synchronized (lock) { while (!ready) lock.wait(); }')],
  },
  {
    id: 'java/lock-on-shared-literal',
    languages,
    severity: 'P2',
    category: 'correctness',
    confidence: 0.85,
    title: 'Lock on an object that others may lock too',
    problem: 'A string literal is shared by the whole program, so unrelated code may hold the same lock.',
    impact: null,
    fix: 'Lock on a private final Object.',
    gate: /synchronized\s*\(\s*"/,
    matchers: [
      {
        rule: {
          kind: 'synchronized_statement',
          has: { kind: 'parenthesized_expression', has: { kind: 'string_literal' } },
        },
      },
    ],
    bad: [method('synchronized ("lock") { work(); }')],
    good: [method('synchronized (lock) { work(); }')],
  },
  {
    id: 'java/shared-date-format',
    languages,
    severity: 'P2',
    category: 'correctness',
    confidence: 0.85,
    title: 'SimpleDateFormat shared between threads',
    problem: 'SimpleDateFormat keeps state while it works; used by two threads at once it gives wrong dates.',
    impact: null,
    fix: 'Use java.time.format.DateTimeFormatter, or make one per use.',
    gate: /SimpleDateFormat/,
    matchers: [
      {
        rule: {
          kind: 'field_declaration',
          all: [
            { has: { kind: 'modifiers', regex: '\\bstatic\\b' } },
            { has: { field: 'type', regex: '^(java\\.text\\.)?SimpleDateFormat$' } },
          ],
        },
      },
    ],
    bad: ['class A {\n  private static final SimpleDateFormat DAY = new SimpleDateFormat("yyyy-MM-dd");\n}\n'],
    good: [
      'class A {\n  private static final DateTimeFormatter DAY = DateTimeFormatter.ISO_DATE;\n}\n',
      method('SimpleDateFormat day = new SimpleDateFormat("yyyy");'),
    ],
  },
  {
    id: 'java/certificates-not-checked',
    languages,
    severity: 'P2',
    category: 'security',
    confidence: 0.9,
    title: 'TLS certificates or host names are not checked',
    problem: 'The check of the server is replaced by one that accepts everything.',
    impact: 'Anyone on the network path can read and change the traffic.',
    fix: 'Remove it; put a private certificate authority into a trust store.',
    gate: /checkServerTrusted|HostnameVerifier|ALLOW_ALL_HOSTNAME_VERIFIER/i,
    matchers: [
      {
        rule: {
          kind: 'method_declaration',
          all: [
            { has: { field: 'name', regex: '^checkServerTrusted$' } },
            { has: { field: 'body', regex: '^\\{(\\s|//[^\\n]*)*\\}$' } },
          ],
        },
      },
      code('NoopHostnameVerifier.INSTANCE'),
      code('SSLConnectionSocketFactory.ALLOW_ALL_HOSTNAME_VERIFIER'),
      { rule: { pattern: '$TARGET.setHostnameVerifier(($HOST, $SESSION) -> true)' } },
      { rule: { pattern: '$TARGET.hostnameVerifier(($HOST, $SESSION) -> true)' } },
      { rule: { pattern: 'HttpsURLConnection.setDefaultHostnameVerifier(($HOST, $SESSION) -> true)' } },
    ],
    bad: [
      'class A implements X509TrustManager {\n  public void checkServerTrusted(X509Certificate[] chain, String type) {\n  }\n}\n',
      method('connection.setHostnameVerifier((host, session) -> true);'),
    ],
    good: [
      'class A implements X509TrustManager {\n  public void checkServerTrusted(X509Certificate[] chain, String type) throws CertificateException {\n    inner.checkServerTrusted(chain, type);\n  }\n}\n',
      method('connection.setHostnameVerifier(verifier);'),
    ],
  },
  {
    id: 'java/sql-from-strings',
    languages,
    severity: 'P2',
    category: 'security',
    confidence: 0.85,
    title: 'SQL statement built from strings',
    problem: 'A value is written into the text of an SQL statement instead of being passed as a parameter.',
    impact: 'Whoever controls the value can change the statement (SQL injection).',
    fix: 'Use a PreparedStatement with placeholders.',
    gate: sqlGate,
    matchers: [
      {
        rule: {
          kind: 'binary_expression',
          all: [
            { has: { field: 'left', kind: 'string_literal', regex: sqlBeforeValue } },
            {
              not: {
                has: {
                  field: 'right',
                  any: [{ kind: 'string_literal' }, { kind: 'identifier', regex: '^[A-Z0-9_]+$' }],
                },
              },
            },
          ],
        },
      },
      {
        rule: {
          pattern: 'String.format($$$ARGS)',
          has: { field: 'arguments', has: { kind: 'string_literal', regex: sqlWithFormat.replace('svqd', 's') } },
        },
      },
    ],
    bad: [
      method('statement.executeQuery("SELECT * FROM users WHERE name = \'" + name + "\'");'),
      method('String sql = String.format("DELETE FROM users WHERE name = \'%s\'", name);'),
    ],
    good: [
      method('connection.prepareStatement("SELECT * FROM users WHERE name = ?");'),
      method('log.info("could not update user where id = " + id);'),
      method('String sql = "SELECT * FROM users WHERE state = " + ACTIVE;'),
    ],
  },
  {
    id: 'java/shell-from-strings',
    languages,
    severity: 'P2',
    category: 'security',
    confidence: 0.85,
    title: 'Command line built from strings',
    problem: 'A command line is put together from text and values.',
    impact: 'Whoever controls a value can add arguments or run other programs.',
    fix: 'Use ProcessBuilder with a list of arguments.',
    gate: /getRuntime\(\)\s*\.exec/,
    matchers: [
      code('Runtime.getRuntime().exec($TEXT + $VALUE)'),
      code('Runtime.getRuntime().exec(String.format($$$ARGS))'),
    ],
    bad: [method('Runtime.getRuntime().exec("rm " + name);')],
    good: [method('new ProcessBuilder("rm", name).start();'), method('Runtime.getRuntime().exec("ls");')],
  },
  {
    id: 'java/guessable-secret',
    languages,
    severity: 'P2',
    category: 'security',
    confidence: 0.85,
    title: 'Secret made with a predictable random generator',
    problem:
      'java.util.Random and Math.random are used to make a secret; their numbers can be computed from a few outputs.',
    impact: 'An attacker can guess the secret.',
    fix: 'Use SecureRandom.',
    gate: /\bRandom\b|Math\.random|ThreadLocalRandom/,
    matchers: [
      {
        rule: {
          any: [
            { pattern: 'new Random($$$ARGS)' },
            { pattern: 'Math.random()' },
            { pattern: 'ThreadLocalRandom.current()' },
          ],
          all: [inSecretMethod],
        },
      },
    ],
    bad: ['class A {\n  String createToken() {\n    return "" + new Random().nextLong();\n  }\n}\n'],
    good: [
      'class A {\n  String createToken() {\n    return "" + new SecureRandom().nextLong();\n  }\n}\n',
      method('int delay = new Random().nextInt(100);'),
    ],
  },
  {
    id: 'java/weak-cipher',
    languages,
    severity: 'P2',
    category: 'security',
    confidence: 0.85,
    title: 'Weak encryption',
    problem: 'DES and RC4 are broken, and ECB shows patterns of the plain text ("AES" alone means ECB).',
    impact: 'The encrypted data can be read or changed.',
    fix: 'Use AES/GCM/NoPadding with a fresh nonce.',
    gate: /Cipher\.getInstance/,
    matchers: [
      {
        rule: {
          pattern: 'Cipher.getInstance($$$ARGS)',
          has: {
            field: 'arguments',
            has: {
              kind: 'string_literal',
              regex: '(?i)^"(des|desede|rc4|arcfour|rc2|blowfish|aes)(/ecb/.*)?"$|^"des/',
            },
          },
        },
      },
    ],
    bad: [method('Cipher.getInstance("DES");'), method('Cipher.getInstance("AES/ECB/PKCS5Padding");')],
    good: [method('Cipher.getInstance("AES/GCM/NoPadding");')],
  },
]
