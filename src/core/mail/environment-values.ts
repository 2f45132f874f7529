type Variables = Readonly<Record<string, string | undefined>>

/**
 * Values of the environment that no message may carry: of what is called a secret all but the shortest, of everything else what
 * is long enough to be told from the words of the code. The login inside an address counts by itself too.
 */
export function environmentValues(variables: Variables): readonly string[] {
  const values = Object.entries(variables).flatMap(([name, value = '']) => [
    ...linesOf(value).filter((line) => isPrivate(name, line)),
    ...loginsIn(value),
  ])
  return [...new Set(values)]
}

/** Text is looked through line by line, so a value of several lines is looked for by each of them. */
function linesOf(value: string): readonly string[] {
  const lines = value.split(/\r?\n/).map((line) => line.trim())
  return lines.filter((line) => !line.startsWith('-----'))
}

function isPrivate(name: string, line: string): boolean {
  if (secretName.test(name) && !notSecretName.test(name)) {
    return line.length >= 6 && !setting.test(line) && !(aboutSecret.test(name) && isPlain(line))
  }
  return line.length >= 12 && !harmlessName.test(name) && !isPlain(line)
}

const secretName =
  /TOKEN|SECRET|PASSW|PASSPHRASE|COOKIE|JWT|WEBHOOK|CREDENTIAL|AUTHORIZATION|KEYS?(?=_|$)|(?:^|_)(?:\w*PASS|PWD|AUTH|CREDS|DSN|SESSION|PAT)(?=_|$)/i
const notSecretName =
  /^(?:OLD)?PWD$|SESSION$(?<=DESKTOP_SESSION|GDMSESSION)|^XDG_|_(?:PATH|FILE|DIR|TYPE|SOCK|LENGTH)$|TOKENS$/i
/** The id of a session is one; the name of a key is a word. */
const aboutSecret = /_(?:NAME|URL|ID)$/i
const setting = /^(?:\d{1,7}|enabled|disabled|default|required|optional|always|prompt|keyring)$/i

/** What every machine has, and what a review is about anyway: agents, branches, commits. */
const harmlessName =
  /^(?:PATH|PWD|OLDPWD|HOME|LANG|LANGUAGE|LC_\w+|TERM\w*|COLORTERM|SHELL|EDITOR|VISUAL|PAGER|TZ|OACP_AGENT|AGENT_NAME|(?:npm|GITHUB|GITLAB|CI|RUNNER|GIT|NODE|XDG|REVIEW_LOOP)_\w+)$|BRANCH|COMMIT|_SHA$|_REF$/i

function isPlain(line: string): boolean {
  return plain.some((form) => form.test(line))
}

const plain = [
  // Words, with a short number behind them.
  /^(?:[a-z]+|[A-Z]+|(?:[A-Z][a-z]{2,})+)(?:[ ._/,:+-]+(?:[a-z]+|[A-Z]+|(?:[A-Z][a-z]{2,})+))*-?\d{0,2}$/,
  // Numbers, times and versions.
  /^v?\d[\d.:,/ TZ+-]*(?:-(?:alpha|beta|rc|dev|next|lts)[.\d]*)?$/,
  // Locales.
  /^[a-z]{2,3}(?:_[A-Z]{2})?(?:\.[\w-]+)?$/,
  // Commits.
  /^(?:[0-9a-f]{40}|[0-9a-f]{64})$/,
  // Files of a repository.
  /^(?:[\w.-]+\/)+[\w-]+\.[a-z]{1,5}$/,
  // Folders, which are looked for as such.
  /^(?:~?\/|[A-Za-z]:[\\/])/,
  // This machine, as every one calls itself.
  /^\w+:\/\/(?:localhost|127\.0\.0\.1)(?::\d+)?\/?$/,
]

/** `name:word@` and `word@` in addresses: the word, as it is written and as it is meant. */
function loginsIn(value: string): readonly string[] {
  return [...value.matchAll(/\b[a-z][a-z0-9+.-]*:\/\/(?:([^\s/@:]*):)?([^\s/@]+)@/gi)].flatMap(([, name, word = '']) =>
    name === undefined && word.length < 12 ? [] : [word, decoded(word)].filter(isLong),
  )
}

const isLong = (word: string): boolean => word.length >= 6

function decoded(word: string): string {
  try {
    return decodeURIComponent(word)
  } catch {
    return word
  }
}
