// Absolute paths: they say whose machine it is, and how it is set up. What is the same on every machine, such as
// `/usr/bin/env`, `/bin/sh` and `/dev/null`, tells nothing.

/** `folders`: those of this machine. What is left of a path is what it says below, which means the same everywhere. */
export function withoutFolders(text: string, folders: readonly string[]): string {
  const known = folders.filter((folder) => folder.length > 3)
  const masked = known
    .filter((folder) => !atRoot.test(folder))
    .sort((one, other) => other.length - one.length)
    .reduce((rest, folder) => rest.replaceAll(wholePath(folder), '…'), text)
  const own = known
    .filter((folder) => atRoot.test(folder))
    .map((folder) => escaped(folder.slice(1)))
    .join('|')
  const paths = own === '' ? ownPaths : [...ownPaths, likeAddress(own), fileBelow(own)]
  return [...paths, ...ownWindowsPaths].reduce((rest, path) => rest.replace(path, '…'), masked)
}

/** Its name alone is a word like any other. */
const atRoot = /^\/[^/]+$/

/** Two names may be a part of any path; more of them are found wherever they stand. */
function wholePath(folder: string): string | RegExp {
  return /^\/[^/]+\/[^/]+$/.test(folder) ? path(`${escaped(folder)}(?![\\w-])`) : folder
}

const escaped = (name: string): string => name.replace(/[^\w]/g, '\\$&')

/** What is surely a path: before it nothing that it would be the rest of, such as `src`, `{root}`, `$(pwd)` or `**`. */
const begins =
  /(?:(?<![\w./\\~%…}]|\*\*|\$\([^()]{0,200}\)|\b(?:from|import|require)[\s("'`]{1,9}@)|(?<=(?<![\w-])-[A-Za-z]|[a-z]:\/\/|\\[nrt]))/
/** What may as well be an address. */
const beginsAlone = /(?:(?<![\w.~%@/…*)\]}>-])|(?<=\bfile:\/\/))/
/** Not where it is used as an address. */
const apart =
  /(?<!\b(?:GET|POST|PUT|PATCH|DELETE|HEAD)\s+|\b(?:href|src|to|route|get|post|put|patch|delete|use|fetch|redirect|navigate)\s*[=(:]\s*["'`])/
/** Nor where it is called one; which a file may be, too. */
const noAddress = /(?<!\b(?:[Rr]outes?|[Ee]ndpoints?|URLs?|urls?)\s*[=:]?\s*["'`]?)/
/** A route has a `path`, but so has a file. */
const noRoute = /(?<!\bpath\s*[=(:]\s*["'`])/
/** A name, and not a place for one, as in `/home/:name`. */
const part = /[^\s/"'`{}<>:$*|%]+/
/** What pages are called, rather than people. */
const page = /(?:about|all|dashboard|feed|index|list|login|new|page|profile|search|settings)(?![\w-])/
/** Where a line is named, it is a file. */
const line = /(?=:\d|", line )/
/** As JSON may have it. */
const slash = String.raw`\\{0,2}/`

function path(source: string): RegExp {
  return new RegExp(`${begins.source}(?:${source})`, 'g')
}

/** Homes may be on a disk of their own, or of the network. An expression has a slash with a backslash, too. */
function home(name: string, where = ''): RegExp {
  const first = String.raw`(?:(?<![\^(|])\\{1,2})?/`
  const disk = `(?:afs|auto|data|efs|export|gpfs|lustre|mnt|net|nfs|scratch|storage|usr|vol)${slash}(?:[\\w.-]+${slash})?`
  return path(`${where}(?:${first}|%2F)(?:(?:${disk})?home\\d*|Users)(?:${slash}|%2F)${name}`)
}

/** What is seldom an address: any name below it counts, but for that of a page. */
function seldomAddress(names: string): RegExp {
  return path(
    `${apart.source}${noAddress.source}${noRoute.source}/(?:${names})/(?!${page.source}(?!/))(?:${part.source}(?=/)|[\\w.@~+-]*\\w)`,
  )
}

/** What may as well be an address, such as `/data/users`, counts from the third part on, or with a line. */
function likeAddress(names: string): RegExp {
  const below = `(?:${part.source}(?=/[\\w.@~-])|[\\w.-]+${line.source})`
  return new RegExp(
    `${beginsAlone.source}${apart.source}${noAddress.source}${noRoute.source}/(?:${names})/${below}`,
    'g',
  )
}

/** A file is no address, whatever it may be called in the code. */
function fileBelow(names: string, second = String.raw`(?:/[\w.@~+-]+(?=/))?`): RegExp {
  const file = String.raw`(?:/[\w.@~+-]+)*/(?:[\w.-]+\.[a-z]\w{0,4}(?![\w/])|[\w.-]+${line.source})`
  return new RegExp(`${beginsAlone.source}${apart.source}/(?:${names})(?=${file})${second}`, 'g')
}

/** Of what may as well be an address. */
const doubtful = 'app|code|data|media|private|run|work'
const seldom = 'afs|builds|dev/shm|efs|gpfs|lustre|nfs|opt|scratch|snap|workspaces?'
/** Of what every machine has below it. */
const usual = '(?:local/)?(?:bin|etc|games|include|lib\\w*|libexec|man|sbin|share)(?![\\w-])'

/** The first two parts, as a rule; of homes whose it is. */
const ownPaths = [
  path(String.raw`/(?:cygdrive/|mnt/)?[a-z]/Users/[A-Za-z_][\w.-]*`),
  home(String.raw`${part.source}(?=(?:/|%2F)[\w.@~-])`),
  home(String.raw`(?!${page.source})[A-Za-z_][\w.-]*`, apart.source),
  path(
    String.raw`/(?:__w|actions-runner|bitbucket/pipelines|codebuild|content/drive|cygdrive|drone/src|etc|github/workspace|kaggle|mnt|nix|private/(?:etc|tmp|var)|proc(?=/\d)|run/(?:secrets|user)|srv|storage/emulated|usr/src|vagrant|var|Volumes|[\w-]+/_work)/[\w.@~+][^\s/"'\`)\]},;:]*`,
  ),
  path(String.raw`/(?:root|tmp)(?=/[\w.@~-])|~[a-z_][\w-]*(?=/[\w.])`),
  seldomAddress(seldom),
  path(`/usr/(?!${usual}|local(?!/))(?:local/)?[\\w.@~+-]+(?=/[\\w.@~-])`),
  likeAddress(`Applications|Library|System|${doubtful}`),
  fileBelow(`${doubtful}|${seldom}`),
  fileBelow('projects?|repos?|sources?', ''),
]

/** A folder on a drive, or on a server; each backslash may be written twice, as in a string of code. */
const ownWindowsPaths = [
  /(?<![\w:\\/])(?:\\{2,4}|\/\/)wsl(?:\$|\.localhost)[\\/]{1,2}[\w.-]+(?:[\\/]{1,2}home[\\/]{1,2}[\w.-]+)?/gi,
  /(?<!\w)[A-Za-z]:[\\/]+Users[\\/]+[^\s\\/"'`]+|(?<!\w)[A-Zcd]:(?:\\{1,2}|\/)[\w.$-]+(?=[\\/]{1,2}[\w.$-])|(?<!\w)[A-Z]:\\{1,2}[A-Za-z][\w.$-]+|(?<![\w\\])(?:\\\\[A-Za-z][\w.-]+\\|\\{4}[A-Za-z][\w.-]+\\\\)[\w.$-]{2,}/g,
]
