// biome-ignore-all lint/suspicious/noTemplateCurlyInString: the examples are source code with templates in it

import type { Rule } from '@ast-grep/napi'
import type { AstRule, Matcher } from './rule.ts'
import { secretName, sqlBeforeValue, sqlGate, sqlWithSubstitution } from './sql.ts'

const languages = ['javascript', 'typescript', 'tsx'] as const

const code = (pattern: string): Matcher => ({ rule: { pattern } })

/** Text with a value in it. */
const composed: Rule = {
  any: [
    { kind: 'template_string', has: { kind: 'template_substitution' } },
    {
      kind: 'binary_expression',
      regex: '\\+',
      has: { any: [{ kind: 'string' }, { kind: 'template_string' }], stopBy: 'end' },
    },
  ],
}

/** A value that may come from elsewhere: not a literal, and not the result of something that cleans. */
const uncleaned: Rule = {
  not: {
    any: [
      { kind: 'string' },
      { kind: 'null' },
      { kind: 'undefined' },
      { kind: 'template_string', not: { has: { kind: 'template_substitution' } } },
      { regex: '(?i)sanitiz|sanitis|purify|escape|encode|trusted|innerHTML|outerHTML' },
      { kind: 'identifier', regex: '^[A-Z0-9_]+$' },
    ],
  },
}

export const javascriptRules: readonly AstRule[] = [
  {
    id: 'js/shell-from-strings',
    languages,
    severity: 'P2',
    category: 'security',
    confidence: 0.85,
    title: 'Shell command built from strings',
    problem: 'A command for the shell is put together from text and values.',
    impact: 'Whoever controls a value can run commands on this machine.',
    fix: 'Use execFile or spawn with a list of arguments.',
    gate: /child_?process/i,
    matchers: [
      {
        rule: {
          kind: 'call_expression',
          // In this order: the last question looks through the whole file.
          all: [
            { has: { field: 'function', regex: '^((child_process|childProcess|cp)\\.)?exec(Sync)?$' } },
            { has: { field: 'arguments', has: { ...composed, nthChild: 1 } } },
            {
              inside: {
                kind: 'program',
                stopBy: 'end',
                has: { kind: 'string', regex: '^[\'"](node:)?child_process[\'"]$', stopBy: 'end' },
              },
            },
          ],
        },
      },
    ],
    bad: [
      "import { execSync } from 'node:child_process'\nexecSync(`rm -r ${name}`)\n",
      "const cp = require('child_process')\ncp.exec('rm -r ' + name)\n",
    ],
    good: [
      "import { execFileSync } from 'node:child_process'\nexecFileSync('rm', ['-r', name])\n",
      "import { execSync } from 'node:child_process'\nexecSync('ls')\n",
      'const found = /x/.exec(`a${b}`)\n',
    ],
  },
  {
    id: 'js/sql-from-strings',
    languages,
    severity: 'P2',
    category: 'security',
    confidence: 0.85,
    title: 'SQL statement built from strings',
    problem: 'A value is written into the text of an SQL statement instead of being passed as a parameter.',
    impact: 'Whoever controls the value can change the statement (SQL injection).',
    fix: 'Use placeholders and pass the values beside the statement.',
    gate: sqlGate,
    matchers: [
      {
        rule: {
          kind: 'template_string',
          regex: sqlWithSubstitution,
          // sql`…` and the like bind the values themselves.
          not: { inside: { kind: 'call_expression', field: 'arguments' } },
        },
      },
      {
        rule: {
          kind: 'binary_expression',
          all: [
            {
              has: {
                field: 'left',
                kind: 'string',
                regex: sqlBeforeValue.replace('["`]+', '["\'`]').replace('["`]+$', '["\'`]$'),
              },
            },
            {
              not: {
                has: { field: 'right', any: [{ kind: 'string' }, { kind: 'identifier', regex: '^[A-Z0-9_]+$' }] },
              },
            },
          ],
        },
      },
    ],
    bad: [
      "db.query(`SELECT * FROM users WHERE name = '${name}'`)\n",
      'db.query("SELECT * FROM users WHERE name = \'" + name + "\'")\n',
      "db.query('SELECT * FROM users WHERE id = ' + id)\n",
    ],
    good: [
      "db.query('SELECT * FROM users WHERE name = ?', [name])\n",
      'await sql`SELECT * FROM users WHERE name = ${name}`\n',
      'db.query(`SELECT * FROM users WHERE id = $${index}`, values)\n',
      'log(`could not update user where id = ${id}`)\n',
    ],
  },
  {
    id: 'js/html-from-values',
    languages,
    severity: 'P2',
    category: 'security',
    confidence: 0.75,
    title: 'HTML written from a value',
    problem: 'The text is parsed as HTML; if any part of it comes from outside, so does the script in it.',
    impact: null,
    fix: 'Use textContent, or clean the value first.',
    gate: /(?:inner|outer|insertAdjacent)HTML|document\.write/,
    matchers: [
      {
        rule: {
          kind: 'assignment_expression',
          all: [
            { has: { field: 'left', kind: 'member_expression', regex: '\\.(innerHTML|outerHTML)$' } },
            { has: { field: 'right', ...uncleaned } },
          ],
        },
      },
      {
        rule: {
          pattern: '$TARGET.insertAdjacentHTML($PLACE, $VALUE)',
          has: { field: 'arguments', has: { ...uncleaned, nthChild: 2 } },
        },
      },
      {
        rule: {
          any: [{ pattern: 'document.write($VALUE)' }, { pattern: 'document.writeln($VALUE)' }],
          has: { field: 'arguments', has: { ...uncleaned, nthChild: 1 } },
        },
      },
    ],
    bad: ['element.innerHTML = comment\n', 'element.innerHTML = `<b>${name}</b>`\n', 'document.write(name)\n'],
    good: [
      "element.innerHTML = ''\n",
      'element.innerHTML = DOMPurify.sanitize(comment)\n',
      'element.textContent = comment\n',
      "element.innerHTML = '<b>bold</b>'\n",
    ],
  },
  {
    id: 'js/tls-verification-off',
    languages,
    severity: 'P2',
    category: 'security',
    confidence: 0.9,
    title: 'TLS certificates are not checked',
    problem: 'The connection accepts any certificate.',
    impact: 'Anyone on the network path can read and change the traffic.',
    fix: 'Remove the setting; pass a private certificate authority as ca.',
    gate: /rejectUnauthorized|NODE_TLS_REJECT_UNAUTHORIZED/,
    matchers: [
      { rule: { kind: 'pair', regex: '^[\'"]?rejectUnauthorized[\'"]?\\s*:\\s*false$' } },
      {
        rule: {
          kind: 'assignment_expression',
          regex:
            '^process\\.env(\\.NODE_TLS_REJECT_UNAUTHORIZED|\\[[\'"]NODE_TLS_REJECT_UNAUTHORIZED[\'"]\\])\\s*=\\s*[\'"]?0[\'"]?$',
        },
      },
    ],
    bad: [
      'const agent = new https.Agent({ rejectUnauthorized: false })\n',
      `${['process', 'env', 'NODE_TLS_REJECT_UNAUTHORIZED'].join('.')} = '0'\n`,
    ],
    good: ['const agent = new https.Agent({ rejectUnauthorized: true })\n', 'const agent = new https.Agent({ ca })\n'],
  },
  {
    id: 'js/jwt-none-allowed',
    languages,
    severity: 'P1',
    category: 'security',
    confidence: 0.9,
    title: 'Unsigned tokens are accepted',
    problem: 'The signing method "none" is allowed, so a token needs no signature.',
    impact: 'Anyone can write a token for any user.',
    fix: 'Allow only the signing method in use.',
    gate: /algorithms/,
    matchers: [{ rule: { kind: 'pair', regex: '^algorithms\\s*:\\s*\\[[^\\]]*[\'"]none[\'"]' } }],
    bad: ["jwt.verify(token, key, { algorithms: ['HS256', 'none'] })\n"],
    good: ["jwt.verify(token, key, { algorithms: ['HS256'] })\n"],
  },
  {
    id: 'js/guessable-secret',
    languages,
    severity: 'P2',
    category: 'security',
    confidence: 0.85,
    title: 'Secret made with a predictable random generator',
    problem: 'Math.random is used to make a secret; its numbers can be computed from a few outputs.',
    impact: 'An attacker can guess the secret.',
    fix: 'Use crypto.randomUUID or crypto.randomBytes.',
    gate: /Math\.random/,
    matchers: [
      {
        rule: {
          pattern: 'Math.random()',
          inside: {
            any: [{ kind: 'variable_declarator' }, { kind: 'function_declaration' }, { kind: 'method_definition' }],
            has: { field: 'name', regex: secretName },
            stopBy: 'end',
          },
        },
      },
    ],
    bad: [
      'const sessionToken = Math.random().toString(36)\n',
      'function createPassword() {\n  return Math.random().toString(36)\n}\n',
    ],
    good: ['const jitter = Math.random() * 100\n', 'const sessionToken = crypto.randomUUID()\n'],
  },
  {
    id: 'js/password-fast-hash',
    languages,
    severity: 'P2',
    category: 'security',
    confidence: 0.85,
    title: 'Password hashed with a fast hash',
    problem: 'MD5, SHA-1 and SHA-256 are made to be fast; passwords hashed with them can be tried out by the billion.',
    impact: 'Stolen hashes give the passwords away.',
    fix: 'Use scrypt, bcrypt or argon2 with a salt.',
    gate: /createHash/,
    matchers: [
      {
        rule: {
          any: [
            { pattern: 'createHash($NAME).update($VALUE)' },
            { pattern: 'crypto.createHash($NAME).update($VALUE)' },
          ],
          regex: '(?is)createHash\\([\'"](md5|sha1|sha256)[\'"]\\)\\s*\\.update\\([\\w.]*passw(or)?d\\)$',
        },
      },
    ],
    bad: ["const hash = crypto.createHash('md5').update(user.password)\n"],
    good: ["const hash = crypto.createHash('sha256').update(file)\n"],
  },
  {
    id: 'js/open-redirect',
    languages,
    severity: 'P2',
    category: 'security',
    confidence: 0.85,
    title: 'Redirect to an address from the request',
    problem: 'The visitor is sent wherever the link says, also to a foreign site.',
    impact: null,
    fix: 'Allow only paths of this site, or a list of known addresses.',
    gate: /\.redirect\(/,
    matchers: ['query', 'body', 'params'].flatMap((part) => [
      code(`$RESPONSE.redirect(req.${part}.$NAME)`),
      code(`$RESPONSE.redirect(request.${part}.$NAME)`),
    ]),
    bad: ['res.redirect(req.query.next)\n'],
    good: ["res.redirect('/login')\n"],
  },
  {
    id: 'js/cors-any-with-credentials',
    languages,
    severity: 'P2',
    category: 'security',
    confidence: 0.85,
    title: 'Every site may send requests with credentials',
    problem: 'The origin of each request is allowed together with its cookies.',
    impact: 'Any web site can act in the name of a signed-in visitor.',
    fix: 'List the allowed origins.',
    gate: /credentials/,
    matchers: [
      {
        rule: {
          kind: 'object',
          all: [
            { has: { kind: 'pair', regex: '^origin\\s*:\\s*true$' } },
            { has: { kind: 'pair', regex: '^credentials\\s*:\\s*true$' } },
          ],
        },
      },
    ],
    bad: ['app.use(cors({ origin: true, credentials: true }))\n'],
    good: [
      "app.use(cors({ origin: 'https://example.org', credentials: true }))\n",
      'app.use(cors({ origin: true }))\n',
    ],
  },
  {
    id: 'js/code-from-strings',
    languages,
    severity: 'P2',
    category: 'security',
    confidence: 0.8,
    title: 'Code built from strings',
    problem: 'new Function compiles its last argument as a program.',
    impact: null,
    fix: 'Write the function, or look it up in a table.',
    gate: /new Function\b/,
    matchers: [
      {
        rule: {
          kind: 'new_expression',
          has: { field: 'constructor', regex: '^Function$' },
          all: [{ has: { field: 'arguments', has: { ...composed } } }],
        },
      },
    ],
    bad: ["const f = new Function('x', 'return ' + expression)\n", 'const f = new Function(`return ${expression}`)\n'],
    good: ["const f = new Function('return this')\n", 'const f = (x) => x\n'],
  },
  {
    id: 'js/async-foreach',
    languages,
    severity: 'P2',
    category: 'correctness',
    confidence: 0.8,
    title: 'forEach does not wait for an async callback',
    problem:
      'forEach ignores the promises: the code after it runs before the work is done, and a rejection is unhandled.',
    impact: null,
    fix: 'Use for…of with await, or await Promise.all over map.',
    gate: /\.forEach\(\s*async\b/,
    matchers: [
      {
        rule: {
          kind: 'call_expression',
          all: [
            { has: { field: 'function', kind: 'member_expression', has: { field: 'property', regex: '^forEach$' } } },
            {
              has: {
                field: 'arguments',
                has: {
                  any: [{ kind: 'arrow_function' }, { kind: 'function_expression' }],
                  regex: '^async\\b',
                  has: { kind: 'await_expression', stopBy: 'end' },
                },
              },
            },
          ],
        },
      },
    ],
    bad: ['items.forEach(async (item) => {\n  await save(item)\n})\n'],
    good: ['for (const item of items) await save(item)\n', 'items.forEach((item) => save(item))\n'],
  },
  {
    id: 'js/empty-catch',
    languages,
    severity: 'P3',
    category: 'correctness',
    confidence: 0.75,
    title: 'Error is swallowed',
    problem: 'The handler is empty, so a failure leaves no trace.',
    impact: null,
    fix: 'Handle it, let it through, or say in a comment why it does not matter.',
    gate: /\bcatch\b[^{]*\{\s*\}/,
    matchers: [{ rule: { kind: 'catch_clause', has: { field: 'body', regex: '^\\{\\s*\\}$' } } }],
    bad: ['try { save() } catch (error) {}\n'],
    good: ['try { save() } catch (error) { log(error) }\n', 'try { save() } catch {\n  // best effort\n}\n'],
  },
]
