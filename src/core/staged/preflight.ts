import ignore from 'ignore'

// The security preflight: names of tracked files that should never be in a repository, and patterns that its ignore file lacks.

/** Relative to the root. */
export const ignoreFile = '.gitignore'

interface Category {
  /** Of the whole path, in small letters. */
  readonly tracked: RegExp
  /** Patterns for an ignore file, each with a path that it must hide. */
  readonly patterns: readonly (readonly [pattern: string, sample: string])[]
}

const keyEndings = 'pem|key|crt|cert|cer|p12|pfx|jks|keystore|ppk|asc|gpg|pgp'
/** A source file or a page about secrets is none. */
const readable =
  /\.(?:[cm]?[jt]sx?|py|go|rs|java|kt|swift|rb|php|cs|cc?|cpp|hh?|hpp|sh|md|mdx|rst|adoc|html|css|vue|svelte)$/

const categories: readonly Category[] = [
  {
    tracked: new RegExp(`\\.(?:${keyEndings})$`),
    patterns: ['pem', 'key', 'p12', 'pfx', 'jks', 'keystore', 'ppk'].map((ending) => [`*.${ending}`, `x.${ending}`]),
  },
  {
    tracked: /(?:^|\/)\.env(?:\.(?!(?:.*\.)?(?:example|sample|template|dist)$)[^/]*)?$/,
    patterns: [
      ['.env', '.env'],
      ['.env.*', '.env.local'],
    ],
  },
  {
    tracked: /(?:^|[/._-])(?:credentials?|secrets?|api[-_]?keys?|auth[-_]?tokens?|passwd|shadow)(?:[._-][^/]*)?$/,
    patterns: [
      ['*credentials*.json', 'credentials.json'],
      ['*secrets*.json', 'secrets.json'],
    ],
  },
  {
    tracked: /(?:^|\/)id_(?:rsa|dsa|ecdsa|ed25519)$/,
    patterns: ['id_rsa', 'id_dsa', 'id_ecdsa', 'id_ed25519'].map((name) => [name, name]),
  },
  {
    tracked: /(?:^|\/)service-account[^/]*\.json$|(?:^|\/)\.(?:aws|gcloud)\//,
    patterns: [
      ['service-account*.json', 'service-account-1.json'],
      ['.aws/', '.aws/credentials'],
      ['.gcloud/', '.gcloud/x'],
    ],
  },
  {
    tracked: /\.(?:sqlite3?|db|dump|sql\.gz)$/,
    patterns: ['sqlite', 'sqlite3', 'db', 'dump', 'sql.gz'].map((ending) => [`*.${ending}`, `x.${ending}`]),
  },
  {
    tracked: /\.tfstate(?:\.[^/]*)?$|\.tfvars$|(?:^|\/)\.terraform\//,
    patterns: [
      ['*.tfstate', 'x.tfstate'],
      ['*.tfstate.*', 'x.tfstate.backup'],
      ['*.tfvars', 'x.tfvars'],
      ['.terraform/', '.terraform/x'],
    ],
  },
  {
    tracked: /\.map$|\.log$|(?:^|\/)logs\//,
    patterns: [
      ['*.map', 'x.map'],
      ['*.log', 'x.log'],
      ['logs/', 'logs/x'],
    ],
  },
]

/** Of these paths, those that look like secrets, keys or what leaks them. */
export function suspiciousFiles(paths: readonly string[]): readonly string[] {
  return paths.filter((path) => {
    const name = path.toLowerCase()
    return !readable.test(name) && categories.some(({ tracked }) => tracked.test(name))
  })
}

/** What the ignore file does not hide. */
export function missingPatterns(text: string): readonly string[] {
  const rules = ignore().add(text)
  return categories.flatMap(({ patterns }) =>
    patterns.filter(([, sample]) => !rules.ignores(sample)).map(([pattern]) => pattern),
  )
}

/** The ignore file with these patterns at its end. */
export function withPatterns(text: string, patterns: readonly string[]): string {
  const end = /\r\n[^\n]*$/.test(text) ? '\r\n' : '\n'
  const before = text === '' || text.endsWith('\n') ? text : `${text}${end}`
  // Examples of such files are for everybody to read.
  const kept = patterns.includes('.env.*') ? ['!.env.example', '!.env.sample'] : []
  return `${before}${[...patterns, ...kept].join(end)}${end}`
}
