import { expect, it } from 'vitest'
import { withoutFolders } from './machine-paths.ts'

const without = (text: string) => withoutFolders(text, ['/farm', '/farm/barn'])

it.each([
  ['a redirection', 'npm test >/home/ann/log.txt', 'npm test >…/log.txt'],
  ['a redirection of errors', 'node x 2>/var/log/x.txt', 'node x 2>…/x.txt'],
  ['an option of a compiler', 'cc -I/home/ann/include', 'cc -I…/include'],
  ['a file of curl', 'curl -d @/home/ann/x', 'curl -d @…/x'],
  ['a closed bracket', '[a]/home/ann/x (b)/root/x', '[a]…/x (b)…/x'],
  ['an emphasis', '*/home/ann/x*', '*…/x*'],
  ['an element', '<path>/Users/ann/x</path>', '<path>…/x</path>'],
  ['an address of any kind', 'vscode-remote:///home/ann/x', 'vscode-remote://…/x'],
  ['an end of a line in a string', '"at\\n/home/ann/x"', '"at\\n…/x"'],
  ['escaped slashes', '{"a":"\\/home\\/ann\\/x"}', '{"a":"…\\/x"}'],
  ['a disk of the network', '/nfs/home/ann/x, /gpfs/home/ann/x, /net/host/home/ann', '…/x, …/x, …'],
  ['another disk of homes', 'in /home2/ann/x', 'in …/x'],
  ['a home as Windows sees it', 'in \\\\wsl$\\Ubuntu\\home\\ann and //wsl.localhost/Debian/home/ann/x', 'in … and …/x'],
  ['a home alone', 'in /home/ann/', 'in …/'],
  ['a file where a route may be', '{ path: "/app/settings/profile.js" }', '{ path: "…/profile.js" }'],
  ['a file of a folder of this machine', 'path: "/farm/ann/x.js"', 'path: "…/x.js"'],
  ['a doubtful root without a file', 'in /workspaces/p/q, /builds/g/h and >/scratch/u/v', 'in …/q, …/h and >…/v'],
  ['a doubtful root alone', 'in /workspaces/shop and /opt/acme.', 'in … and ….'],
  ['a word of addresses that is used as none', 'in /data/ann/x and /app/src/lib', 'in …/x and …/lib'],
  ['the name of whose home it is', 'in ~ann/x, not in ~/x', 'in …/x, not in ~/x'],
  ['a folder in a folder of this machine', 'in /farm/barn it fails', 'in … it fails'],
  ['a number', 'in /data/2024/ann/x', 'in …/ann/x'],
  ['a word for an address, where it is a file', 'routes: /app/shop/src/routes.js', 'routes: …/src/routes.js'],
  ['a disk of many', 'in /lustre/ann/x and /dev/shm/ann/x', 'in …/x and …/x'],
  ['what every machine has', 'see /usr/app/shop/x.js and /usr/local/ann/shop', 'see …/shop/x.js and …/shop'],
  ['projects of somebody', 'in /projects/ann/shop/a.js', 'in …/ann/shop/a.js'],
  ['a folder called main', 'in /workspace/main', 'in …'],
  ['a drive', 'in C:\\proj it fails', 'in … it fails'],
  ['an encoded address', 'file=%2Fhome%2Fann%2Fx', 'file=…%2Fx'],
  ['a home on the disk of what changes', 'in /var/home/ann/x', 'in …/x'],
  ['a home with other letters', 'in /home/jürgen/x', 'in …/x'],
  ['what is set up for all, by its name alone', 'it reads /etc/passwd', 'it reads …/passwd'],
  ['a temporary folder of a Mac', '/private/var/folders/x', '…/x'],
])('hides a path after or in %s', (_, text, hidden) => {
  expect(without(text)).toBe(hidden)
  expect(without(hidden)).toBe(hidden)
})

it.each([
  'POST /private/messages/new',
  '/private/messages',
  '/workspace/settings',
  'see /home/page',
  'router.route("/workspaces/list")',
  'path: "/app/settings/profile"',
  'path: "/farm/animals/cows"',
  'fetch("/farm/animals/cows.json")',
  '<Link to="/farm/animals/cows">',
  'GET /builds/latest/status',
  'the route /opt/in',
  'endpoint: `/data/export/csv`',
  '/data/export',
  'packages/farm/barn/x.ts and /farm/barn-door',
  '/usr/local/bin/node, /usr/lib/x and /usr/share/doc/y, in /usr/local',
  'Error:\\n at x, D:\\ and (?:\\d+)',
  'case <-c:\\n\\treturn',
  '/Users/5 and /home/12',
  '/builds/list',
  '/project/settings/members',
  'import x from "@/home/page/x"',
  '$(pwd)/tmp/x and **/tmp/x',
  'https://example.com//home/ann/x',
  '/(\\/home\\/ann\\/x)/, /(?<![a])\\/opt\\/x/ and /^\\/home\\/ann\\/x/',
])('leaves what is no path of a machine, also in a string: %s', (text) => {
  expect(without(text)).toBe(text)
  expect(without(JSON.stringify(text))).toBe(JSON.stringify(text))
})

it('hides the same whether it is given lines or all of them', () => {
  const text = 'GET\n/app/users/5\nimport x from\n"@/opt/x/y"\n$(pwd\n)/tmp/x'
  expect(without(text)).toBe(text.split('\n').map(without).join('\n'))
})
