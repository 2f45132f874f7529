// Absolute paths: they say whose machine it is, and how it is set up. What is the same on every machine, such as
// `/usr/bin/env`, `/bin/sh` and `/dev/null`, tells nothing.

/** `folders`: those of this machine. What is left of a path is what it says below, which means the same everywhere. */
export function withoutFolders(text: string, folders: readonly string[]): string {
  const known = folders.filter((folder) => folder.length > 3)
  const masked = known
    .filter((folder) => !atRoot.test(folder))
    .sort((one, other) => other.length - one.length)
    .reduce((rest, folder) => rest.replaceAll(folder, '…'), text)
  const own = known.filter((folder) => atRoot.test(folder)).map((folder) => folder.slice(1))
  const paths = own.length === 0 ? ownPaths : [...ownPaths, likeAddress(own.map(escaped).join('|'))]
  return [...paths, ownWindowsPath].reduce((rest, path) => rest.replace(path, '…'), masked)
}

/** Its name alone is a word like any other. */
const atRoot = /^\/[^/]+$/

const escaped = (name: string): string => name.replace(/[^\w]/g, '\\$&')

const begins = /(?:(?<![\w.~%@/…*)\]}>-])|(?<=\bfile:\/\/))/
/** Not where it is used as an address. */
const apart =
  /(?<!\b(?:GET|POST|PUT|PATCH|DELETE|HEAD)\s+|\b(?:href|src|route|get|post|put|patch|delete|use|redirect|navigate)\s*[=(:]\s*["'`])/
/** A name, and not a place for one, as in `/home/:name`. */
const part = /[^\s/"'`{}<>:$*|]+/
/** Where a line is named, it is a file. */
const line = /(?=:\d|", line )/

function path(source: string): RegExp {
  return new RegExp(`${begins.source}(?:${source})`, 'g')
}

/** What may as well be an address, such as `/data/users`, counts from the third part on, or with a line; not with a number in it. */
function likeAddress(names: string): RegExp {
  return path(`${apart.source}/(?:${names})/(?!\\d+/)(?:${part.source}(?=/[\\w.@~-])|[\\w.-]+${line.source})`)
}

/** The first two parts, as a rule; of homes whose it is. */
const ownPaths = [
  path(String.raw`/(?:cygdrive/|mnt/)?[a-z]/Users/[A-Za-z_][\w.-]*|/(?:export|usr)/home/[A-Za-z_][\w.-]*`),
  path(
    String.raw`/(?:__w|actions-runner|bitbucket|builds|codebuild|content/drive|cygdrive|etc|github/workspace|kaggle|mnt|nix|opt|private|proc(?=/\d)|srv|storage/emulated|usr/src|vagrant|var|Volumes|workspaces?|[\w-]+/_work)/[\w.@~+][^\s/"'\`)\]},;:]*`,
  ),
  path(String.raw`/(?:home|Users)/${part.source}(?=/[\w.@~-])`),
  path(String.raw`${apart.source}/(?:home|Users)/[A-Za-z_][\w.-]*(?!/)`),
  likeAddress('app|Applications|code|data|drone|Library|media|run|scratch|snap|System|work'),
  // A word of many addresses: there must be a file at the end.
  path(String.raw`${apart.source}/(?:project|repo|source)(?=(?:/[\w.@~-]+)*/[\w.-]+\.[a-z]\w{0,4}(?![\w/]))`),
  path(String.raw`/(?:root|tmp)(?=/[\w.@~-])`),
]

/** A folder on a drive, or on a server; each backslash may be written twice, as in a string of code. */
const ownWindowsPath =
  /(?<!\w)[A-Za-z]:[\\/]+Users[\\/]+[^\s\\/"'`]+|(?<!\w)[A-Zcd]:(?:\\{1,2}|\/)[\w.$-]+(?=[\\/]{1,2}[\w.$-])|(?<![\w\\])(?:\\\\[A-Za-z][\w.-]+\\|\\{4}[A-Za-z][\w.-]+\\\\)[\w.$-]{2,}/g
