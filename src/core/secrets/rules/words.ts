// Words that tell a stand-in from a credential. Matched anywhere in the value, in any case.
export const placeholderWords: readonly string[] = [
  'example',
  'sample',
  'placeholder',
  'changeme',
  'change_me',
  'change-me',
  'changeit',
  'replace',
  'your_',
  'your-',
  'yourp',
  'yours',
  'yourt',
  'youra',
  'yourk',
  'my_',
  'my-',
  'mypass',
  'mysecret',
  'mytoken',
  'insert',
  'dummy',
  'redacted',
  'removed',
  'hidden',
  'todo',
  'fixme',
  'fake',
  'mock',
  'lorem',
  'foobar',
  'foo_bar',
  'xxxx',
  '****',
  '...',
  '____',
  '---',
  '0000000',
  '1111111',
  'aaaaaaa',
  '12345678',
  '0001020304',
  '00112233',
  'abcdefgh',
  'abcd1234',
  'qwerty',
  'deadbeef',
  'undefined',
  'unknown',
  'optional',
  'required',
  'invalid',
  'notasecret',
  'not-a-',
  'not_a_',
  'apikey',
  'api_key',
  'api-key',
  '-token',
  '_token',
  'secret_name',
  'secretname',
  'env:',
  'vault:',
  'secretsmanager',
  'process.env',
  'os.environ',
  'getenv',
]

// Whole values, in lower case, that nobody keeps secret.
export const plainValues: ReadonlySet<string> = new Set([
  'null',
  'none',
  'nil',
  'true',
  'false',
  'string',
  'password',
  'passwd',
  'secret',
  'token',
  'bearer',
  'basic',
  'required',
  'disabled',
  'enabled',
  'default',
  'empty',
  'test',
  'testing',
  'user',
  'admin',
  'root',
  'guest',
  'client_credentials',
  'authorization_code',
  'refresh_token',
  'access_token',
  'id_token',
])

const words = (text: string): ReadonlySet<string> => new Set(text.split(/\s+/))

// What may follow a credential word in a name without the value being the credential: `token_url`, `passwordField`.
export const descriptiveWords: ReadonlySet<string> = words(
  `name names id ids url urls uri endpoint path paths file files filename dir field fields label labels type types policy hint hints prompt
  placeholder regex regexp pattern length len size min max count limit limits ttl timeout lifetime header headers prefix suffix param params
  parameter option options error errors message msg text title description desc format version algorithm algo alg encoding encoder hasher
  provider manager service store storage input output form screen page view button icon class selector xpath locator column table index ref
  reference alias scope scopes audience issuer usage rotation reset change strength rule rules requirement requirements status state enabled
  disabled required visible mode source kind attr attribute property constant event action handler callback listener scheme within ratelimit
  rate expires expiry expired expiration expire confirm confirmation confirmed validator validation valid validate verify verified
  verification spec blob encryption encrypted encrypt hash hashed hashing izer ization isation`,
)

// Keys that open nothing: `public_key`, `primaryKey`, `sort-key`. Matched at the end of what stands before the word.
export const otherKeys =
  /(?:public(?:[_.-]?key)?|encrypted|wrapped|hashed|hash|primary|foreign|partition|sort|cache|index|object|composite|unique|map|hot|short|row|i18n|lookup|group|order|site|host|storage|query|data|idempotency|translation|message|registry|dedupe?|fingerprint|web[_-]?socket)[_.-]?$/i

// Tokens and passwords that open nothing: `csrf_token`, `nextPageToken`, `publicKeyToken`. Matched likewise.
export const otherCredentials =
  /(?:csrf|xsrf|authenticity|next|page|continuation|idempotency|cancellation|public[_.-]?key)[_.-]?$/i

// How a name ends that means something about the credential: `oauthClientId`, `pwdPublicKey`.
export const descriptiveEnding = /(?:ids?|name|ur[il]|path|type|file|public_?key|fingerprint|checksum|hash|sha\d*)$/i

// Hosts that exist in documents only (RFC 2606).
export const documentationHost =
  /^(?:[\w-]+\.)*(?:example\.(?:com|org|net|edu)|(?:[\w-]+\.)+(?:example|invalid)|example)(?![\w.-])/i
