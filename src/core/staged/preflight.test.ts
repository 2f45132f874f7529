import { expect, it } from 'vitest'
import { missingPatterns, suspiciousFiles, withPatterns } from './preflight.ts'

it.each([
  'certs/server.pem',
  'a.KEY',
  'x.p12',
  'k.asc',
  '.env',
  'app/.env.production',
  'credentials.json',
  'config/db-credentials.yml',
  'secrets.yaml',
  'etc/passwd',
  'api_key.txt',
  'auth-token',
  '.ssh/id_ed25519',
  'service-account-prod.json',
  '.aws/config',
  'data/x.sqlite3',
  'dump.sql.gz',
  'terraform.tfstate',
  'terraform.tfstate.backup',
  'prod.tfvars',
  '.terraform/x',
  'dist/app.js.map',
  'npm-debug.log',
  'logs/today.txt',
])('suspects %s', (path) => {
  expect(suspiciousFiles(['README.md', path])).toEqual([path])
})

it.each([
  '.env.example',
  '.env.local.sample',
  'environment.ts',
  'src/secrets/index.ts',
  'src/credentials.ts',
  'docs/secrets.md',
  'id_rsa.pub',
  'keyboard.txt',
  'src/map.ts',
  'blog/x.txt',
  'shadows.json',
])('lets %s pass', (path) => {
  expect(suspiciousFiles([path])).toEqual([])
})

it('names what an ignore file lacks, and nothing once that is added', () => {
  const missing = missingPatterns('*.pem\nlogs/\n')
  expect(missing).toEqual(expect.arrayContaining(['*.key', '.env', 'id_rsa', '*.tfstate', '*.map']))
  expect(missing).not.toContain('*.pem')
  expect(missing).not.toContain('logs/')
  const text = withPatterns('*.pem\nlogs/', missing)
  expect(text.startsWith('*.pem\nlogs/\n')).toBe(true)
  expect(missingPatterns(text)).toEqual([])
})

it('ends its lines as the file does', () => {
  expect(withPatterns('a\n\r\nb\r\n', ['*.pem', '*.key'])).toBe('a\n\r\nb\r\n*.pem\r\n*.key\r\n')
})
