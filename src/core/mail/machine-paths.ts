// Absolute paths say whose machine it is, and how it is set up. What is the same on every machine, such as `/usr/bin/env`,
// `/bin/sh` and `/dev/null`, tells nothing. How a path begins decides; where an address of a site may begin in the same way, what
// stands around it decides, too.

/** `folders`: those of this machine. What is left of a path is what it says below, which means the same everywhere. */
export function withoutFolders(text: string, folders: readonly string[]): string {
  const known = folders.filter((folder) => folder.length > 3).sort((one, other) => other.length - one.length)
  const own = known.filter((folder) => atRoot.test(folder)).map((folder) => escaped(folder.slice(1)))
  const table = [...places, { kind: 'often', begins: rootOf(own) } as const]
  const masked = known
    .filter((folder) => !atRoot.test(folder))
    .reduce((rest, folder) => rest.replaceAll(wholePath(folder), '…'), text)
    .replace(absolute, (path, offset, whole) => shown(path, around(path, offset, whole), table))
  return windowsPaths.reduce((rest, path) => rest.replace(path, '…'), masked)
}

/** Its name alone is a word like any other. */
const atRoot = /^\/[^/]+$/

/** Two names may be a part of any path; more of them are found wherever they stand. */
function wholePath(folder: string): string | RegExp {
  return /^\/[^/]+\/[^/]+$/.test(folder) ? new RegExp(`${start}${escaped(folder)}(?![\\w-])`, 'gu') : folder
}

function escaped(name: string): string {
  return name.replace(/[\\^$.*+?()[\]{}|/]/g, '\\$&')
}

/**
 * Before a path stands nothing that it would be the rest of, such as `src`, `{root}`, `$(pwd)` or `**`; but for an option, as in
 * `-I/home`, the kind of an address, and an end of a line in a string.
 */
const start =
  /(?:(?<![\w./\\~%…}]|\*\*|\$\([^()\n]{0,200}\)|\b(?:from|import|require)[ \t("'`\\]{1,9}@)|(?<=(?<![\w-])-[A-Za-z]|[a-z]:\/\/|\\[nrt]))/
    .source
/** JSON may have it with a backslash, and so has an expression, but that begins otherwise. */
const slash = /\\{0,2}\/|%2F/.source
const name = /[\p{L}\p{N}_.@~+-]*[\p{L}\p{N}_@~+-]/u.source
const absolute = new RegExp(`${start}(?!(?<=[\\^()|\\]])\\\\)(?:~[a-z_][\\w-]*)?(?:(?:${slash})${name})+`, 'gu')

/** What speaks for an address, or for a file. */
interface Around {
  /** In a request or a link, or where the code names one. */
  readonly isUsed: boolean
  /** Called an address; which a file may be, too. */
  readonly isCalled: boolean
  readonly isFile: boolean
}

function around(path: string, offset: number, whole: string): Around {
  // Of the same line: a message is searched line by line.
  const [before = ''] = /.{0,80}$/.exec(whole.slice(Math.max(0, offset - 80), offset)) ?? []
  const after = whole.slice(offset + path.length, offset + path.length + 10)
  return {
    isUsed: used.test(before),
    isCalled: called.test(before),
    isFile: /^:\d|^", line /.test(after) || (/\.[a-z]\w{0,4}$/.test(path) && !after.startsWith('/')),
  }
}

// The quote may have a backslash, where the text is in a string itself.
const used =
  /(?:\b(?:GET|POST|PUT|PATCH|DELETE|HEAD)\s+|\b(?:href|src|to|route|get|post|put|patch|delete|use|fetch|redirect|navigate)\s*[=(:]\s*\\?["'`])$/
const called = /(?:\b(?:[Rr]outes?|[Ee]ndpoints?|URLs?|urls?)\s*[=:]?\s*\\?["'`]?|\bpath\s*[=(:]\s*\\?["'`])$/

interface Place extends Around {
  /** How many names the path has. */
  readonly depth: number
  /** What is hidden is not all of it. */
  readonly goesOn: boolean
  /** It ends like the address of a page. */
  readonly isPage: boolean
}

/** How likely it is that an address begins like that, and when it is a path of a machine all the same. */
const kinds = {
  never: () => true,
  home: ({ goesOn, isUsed, isPage }: Place) => goesOn || !(isUsed || isPage),
  seldom: ({ isUsed, isCalled, isFile, isPage }: Place) => !isUsed && (isFile || !(isCalled || isPage)),
  often: ({ isUsed, isCalled, isFile, depth }: Place) => !isUsed && (isFile || (depth > 2 && !isCalled)),
  mostly: ({ isUsed, isFile }: Place) => !isUsed && isFile,
}

/** `begins`: what is hidden, as a rule two names. The first row that fits counts. */
const places: readonly { readonly kind: keyof typeof kinds; readonly begins: RegExp }[] = [
  {
    // Also on a disk of its own, or of the network, or as Windows calls it.
    kind: 'home',
    begins:
      /^(?:\/(?:[a-z]|afs|auto|cygdrive|data|efs|export|gpfs|lustre|mnt|net|nfs|scratch|storage|usr|var|vol)(?:\/[^/]+)?)?\/(?:home\d*|Users)\/[^/]+/,
  },
  { kind: 'never', begins: /^(?:~[^/]+|\/(?:etc|root|tmp)(?=\/)|\/proc\/\d+)/ },
  {
    kind: 'never',
    begins:
      /^\/(?:__w|actions-runner|bitbucket\/pipelines|codebuild|content\/drive|cygdrive|drone\/src|github\/workspace|kaggle|mnt|nix|private\/(?:etc|tmp|var)|run\/(?:secrets|user)|srv|storage\/emulated|usr\/src|vagrant|var|Volumes|[\w-]+\/_work)\/[^/]+/,
  },
  {
    // But for what every machine has there.
    kind: 'never',
    begins:
      /^\/usr\/(?!(?:local\/)?(?:bin|etc|games|include|lib\w*|libexec|man|sbin|share)(?![\w-])|local(?!\/))(?:local\/)?[^/]+(?=\/)/,
  },
  { kind: 'seldom', begins: /^\/(?:afs|builds|dev\/shm|efs|gpfs|lustre|nfs|opt|scratch|snap|workspaces?)\/[^/]+/ },
  {
    kind: 'often',
    begins: rootOf(['Applications', 'Library', 'System', 'app', 'code', 'data', 'media', 'private', 'run', 'work']),
  },
  { kind: 'mostly', begins: /^\/(?:projects?|repos?|sources?)(?=\/)/ },
]

/** A folder at the root and one in it, but never what the path ends with. */
function rootOf(names: readonly string[]): RegExp {
  return new RegExp(`^/(?:${names.join('|') || '(?!)'})(?=/)(?:/[^/]+(?=/))?`, 'u')
}

const page = /\/(?:\d\S*|about|all|dashboard|feed|index|list|login|new|page|profile|search|settings)$/

function shown(path: string, seen: Around, table: typeof places): string {
  const names = path.split(new RegExp(slash))
  const plain = names.join('/')
  for (const { kind, begins } of table) {
    const hidden = begins.exec(plain)?.[0]
    if (hidden === undefined) continue
    const goesOn = hidden.length < plain.length
    const isPage = !goesOn && page.test(plain)
    if (!kinds[kind]({ ...seen, depth: names.length - 1, goesOn, isPage })) return path
    return `…${afterNames(path, hidden.split('/').length - 1)}`
  }
  return path
}

/** What is left of it, as it is written. */
function afterNames(path: string, count: number): string {
  const ends = [...path.matchAll(new RegExp(slash, 'g'))]
  return path.slice(ends[count]?.index ?? path.length)
}

/** A folder on a drive, or on a server; each backslash may be written twice, as in a string of code. */
const windowsPaths = [
  /(?<![\w:\\/])(?:\\{2,4}|\/\/)wsl(?:\$|\.localhost)[\\/]{1,2}[\w.-]+(?:[\\/]{1,2}home[\\/]{1,2}[\w.-]+)?/gi,
  /(?<!\w)[A-Za-z]:[\\/]+Users[\\/]+[^\s\\/"'`]+/g,
  /(?<!\w)[A-Zcd]:(?!\\{1,2}[nrt]\\)(?:\\{1,2}|\/)[\w.$-]+(?=[\\/]{1,2}[\w.$-])/g,
  /(?<!\w)[A-Z]:\\{1,2}[A-Za-z][\w.$-]+/g,
  /(?<![\w\\])(?:\\\\[A-Za-z][\w.-]+\\|\\{4}[A-Za-z][\w.-]+\\\\)[\w.$-]{2,}/g,
]
