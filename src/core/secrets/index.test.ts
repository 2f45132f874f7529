import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { createSecretScanner } from './index.ts'
import { fillExample } from './rules/examples.ts'

const { scanLine } = createSecretScanner()
const found = (path: string, line: string): string[] =>
  scanLine(path, line).map((match) => `${match.rule}: ${match.value}`)

const chosen = ['hunter', '2!x9'].join('')
const random = fillExample('{A32}', 5)
const basic = btoa(`api:${random}`)
const header = btoa('{"alg":"HS256","typ":"JWT"}').replaceAll('=', '')
const body = btoa('{"sub":"1234567890","name":"A Name"}').replaceAll('=', '')
const signed = `${header}.${body}.${fillExample('{A43}', 6)}`

describe('a credential that is assigned', () => {
  it.each<[path: string, line: string, rule: string, value: string]>([
    ['src/a.ts', `const password = "${chosen}"`, 'assigned-credential', chosen],
    ['src/a.ts', `  dbPassword: '${chosen}',`, 'assigned-credential', chosen],
    ['src/a.ts', `const secret: string = \`${chosen}\``, 'assigned-credential', chosen],
    ['src/a.py', `config["password"] = u"${chosen}"`, 'assigned-credential', chosen],
    ['src/a.rb', `:password => '${chosen}'`, 'assigned-credential', chosen],
    ['src/a.go', `apiKey := "${random}"`, 'assigned-credential', random],
    ['src/a.java', `setPassword("${chosen}");`, 'passed-credential', chosen],
    ['src/a.java', `props.put("password", "${chosen}");`, 'passed-credential', chosen],
    ['src/a.json', `"client_secret": "${chosen}"`, 'assigned-credential', chosen],
    ['src/a.json', `"body": "{\\"access_token\\":\\"${random}\\"}"`, 'assigned-credential', random],
    ['src/a.json', `"encryptionKey": "${random}"`, 'assigned-credential', random],
    ['conf/a.xml', `<property name="password" value="${chosen}"/>`, 'assigned-credential', chosen],
    ['conf/a.xml', `<password>${chosen}</password>`, 'element-credential', chosen],
    ['deploy/a.sh', `export DB_PASSWORD=${chosen}`, 'setting-credential', chosen],
    ['deploy/Dockerfile', `ENV API_TOKEN=${chosen}`, 'setting-credential', chosen],
    ['deploy/run.sh', `  -e DB_PASSWORD=${chosen} \\`, 'setting-credential', chosen],
    ['conf/a.properties', `spring.datasource.password=${chosen}`, 'setting-credential', chosen],
    ['conf/a.yml', `    password: ${chosen}`, 'data-credential', chosen],
    ['conf/a.yml', `  - api-token: ${chosen}  # of the test server`, 'data-credential', chosen],
    ['deploy/run.sh', `docker run -e DB_PASSWORD=${chosen} -d mysql`, 'option-credential', chosen],
    ['deploy/run.sh', `dump --password=${chosen} --all`, 'option-credential', chosen],
    ['conf/a.properties', `signing.secretkey=${chosen}`, 'setting-credential', chosen],
    ['src/a.ts', `const appKey = '${random}'`, 'assigned-credential', random],
    ['src/a.java', `data.setAppKey("${random}");`, 'passed-credential', random],
    ['deploy/run.sh', `curl -H "X-Service-Token: ${random}" https://a.b`, 'header-credential', random],
    ['deploy/run.sh', `git clone https://x-access-token:${random}@a.b/c`, 'address-credential', random],
    ['deploy/run.sh', `tool --user me --password ${chosen}`, 'option-credential', chosen],
    ['src/a.ts', `get('/items?page=1&access_token=${random}&x=1')`, 'parameter-credential', random],
    ['src/a.ts', `connect("postgres://app:${chosen}@db.internal/app")`, 'address-credential', chosen],
    ['src/a.ts', `connect("postgres://app:hunter%202x9@db.internal/app")`, 'address-credential', 'hunter%202x9'],
    [
      'src/a.ts',
      `put('token', '${fillExample('{b10}', 3)}/${fillExample('{b29}', 3)}')`,
      'passed-credential',
      `${fillExample('{b10}', 3)}/${fillExample('{b29}', 3)}`,
    ],
    ['src/a.sh', `curl -H "Authorization: Bearer ${random}"`, 'header-credential', random],
    ['src/a.sh', `curl -H "Authorization: Basic ${basic}"`, 'header-credential', basic],
    ['src/a.ts', `const session = "${signed}"`, 'json-web-token', signed],
  ])('%s: %s', (path, line, rule, value) => {
    expect(found(path, line)).toEqual([`${rule}: ${value}`])
  })
})

describe('what only speaks of a credential', () => {
  it.each<[path: string, line: string]>([
    ['src/a.ts', 'const password = "password"'],
    ['src/a.ts', 'const password = process.env.PASSWORD'],
    ['src/a.ts', "const tokenUrl = 'https://example.org/token/v2'"],
    ['src/a.ts', "const passwordField = '#password-1'"],
    ['src/a.ts', "password: 'Enter your password, 8 characters or more'"],
    ['src/a.ts', "label: { password: 'Contraseña1' }"],
    ['src/a.ts', "const token = tokens['a-1']"],
    ['CLAUDE.md', 'const token = opts.info.connectionParams?.token;'],
    ['AGENTS.md', 'token = opts.info?.[0].connection!.token'],
    ['AGENTS.md', 'const token = props.token1!;'],
    ['src/a.ts', "keys.add('.git-credentials', '.config/git/credentials')"],
    ['src/a.ts', "keys.add('credentials', '.aws/sso1/cache')"],
    ['src/a.ts', "hide('secret', 'var/run/x509/tls1')"],
    ['src/a.ts', "hide('secret', '**/.kube2/*')"],
    ['src/a.ts', "hide('token', '2024-key.pem')"],
    ['src/a.ts', "hide('token', 'AppData\\\\Roaming\\\\gcloud2\\\\store')"],
    ['src/a.py', `Sec-WebSocket-Key: ${btoa('the sample nonce')}`],
    ['src/a.ts', `'Sec-WebSocket-Key': '${btoa('the sample nonce')}',`],
    ['src/a.ts', `req.headers['sec-websocket-key'] = '${btoa('another 16 bytes')}'`],
    ['src/a.ts', "'http://user:pass%20pass@host'"],
    ['src/a.ts', "'http://user:pa%3Ass@host'"],
    ['src/a.ts', "'http://user:my%20secret%2Fpassword@host'"],
    ['src/a.ts', "'http://user1:pwd1@host'"],
    ['src/a.ts', "'http://foo:bar@localhost'"],
    ['src/a.ts', "'http://db:api_password@localhost'"],
    ['src/a.sh', 'PASSWORD=O$(openssl rand -base64 6 | tr -d x)_1'],
    ['src/a.py', "use '--password', '--remote' or '--json'"],
    ['src/a.html', `<input name="authenticity_token" value="${random}">`],
    ['src/a.json', `"nextPageToken": "${random}"`],
    ['src/a.xml', `publicKeyToken="${fillExample('{h16}', 2)}"`],
    ['src/a.json', '"MasterKeySpec": "RSA_4096"'],
    ['src/a.ts', `wrapKeyWith('${random}')`],
    ['src/a.ts', "tokenizer = 'cl100k_base-1'"],
    ['src/a.ts', "author = 'J. Doe, 1999-2001 et al.'"],
    ['src/a.ts', "const monkey = 'kD8s0aQ2mZ7pL1xVkD8s'"],
    ['src/a.ts', `const cacheKey = '${random}'`],
    ['src/a.ts', `const publicKey = '${random}'`],
    ['src/a.ts', "key: 'user.addresses[0].city-1'"],
    ['src/a.ts', '  password: string1'],
    ['src/a.ts', '  token: Token2 = null'],
    ['src/a.sh', 'export DB_PASSWORD=$(vault read x1)'],
    ['src/a.sh', `export DB_PASSWORD=\${DB_PASSWORD:-none1}`],
    ['conf/a.yml', `  password: \${{ secrets.DB_PASSWORD_1 }}`],
    ['conf/a.yml', '  secretName: tls-cert-2'],
    ['src/a.ts', "'postgres://user:password@localhost/db'"],
    ['src/a.ts', "'http://localhost:8080/@scope/name'"],
    ['src/a.ts', `fetch("https://\${user}:\${password}@host")`],
    ['src/a.ts', 'Authorization: Bearer <token-of-the-user>'],
    ['src/a.ts', 'a basic understanding/of-the-thing-at-hand'],
    ['src/a.ts', `const digest = '${fillExample('{h64}', 1)}'`],
    ['package-lock.json', `"integrity": "sha512-${fillExample('{A86}', 1)}=="`],
  ])('%s: %s', (path, line) => {
    expect(found(path, line)).toEqual([])
  })
})

describe('tests and documents', () => {
  it.each(['src/a.test.ts', 'docs/a.md', 'fixtures/a.ts'])(
    '%s may have made-up passwords but no random keys',
    (path) => {
      expect(found(path, `const password = "${chosen}"`)).toEqual([])
      expect(found(path, `const apiKey = "${random}"`)).toEqual([`assigned-credential: ${random}`])
    },
  )
})

describe('a line', () => {
  const first = fillExample('gh~p_{A36}', 1)
  const second = fillExample('AK~IA{U16}', 2)

  it('gives several secrets from left to right, once each', () => {
    const line = `token = "${first}", key = "${second}"`
    const matches = scanLine('src/a.ts', line)
    expect(matches.map((match) => match.rule)).toEqual(['github-token', 'aws-access-key'])
    expect(matches.map((match) => line.slice(match.start, match.end))).toEqual([first, second])
  })

  it('of a packed program still gives vendors’ tokens, wherever they stand', () => {
    const filler = 'function a(b){return b.token||b.key};'.repeat(8_000)
    const line = `${filler}"${first}";${filler}"${second}";${filler}`
    expect(scanLine('dist/app.min.js', line).map((match) => line.slice(match.start, match.end))).toEqual([
      first,
      second,
    ])
  })

  it.each([
    ['one letter', 'a'],
    ['names', 'token_'],
    ['heads of tokens', '-eyJ'],
    ['addresses', '://a:b'],
    ['assignments', 'password="'],
    ['prefixes', 'sk-'],
  ])('of a million characters of %s is read to its end', (_, unit) => {
    expect(scanLine('src/a.ts', unit.repeat(1_000_000 / unit.length))).toEqual([])
  })

  it('whatever it holds, gives places that hold the values', () => {
    const piece = fc.oneof(
      fc.constantFrom('password', '=', ' ', '"', "'", ':', first, second, chosen, '://', '@', '\\', 'é', '\u{1f600}'),
      fc.string({ maxLength: 8 }),
    )
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 20 }), (pieces) => {
        const line = pieces.join('')
        const matches = scanLine('src/a.ts', line)
        for (const match of matches) expect(line.slice(match.start, match.end)).toBe(match.value)
        for (const [index, match] of matches.entries())
          expect(match.start).toBeGreaterThanOrEqual(matches[index - 1]?.end ?? 0)
      }),
    )
  })
})
