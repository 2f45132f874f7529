import { ignoredFolders, toolFiles } from '../hygiene/rules/files.ts'

// The one place that says what kind of file a path names, by its words alone.

/** Tests, fixtures, examples and documentation: what is wrong there weighs one level less. */
export function isLighterPath(path: string): boolean {
  return isTestPath(path) || isDocumentation(path) || isSample(path)
}

/** Fixtures, examples, mocks: made-up content that nothing runs in earnest. */
export function isSample(path: string): boolean {
  return foldersOf(path).some((folder) => sampleFolders.has(folder))
}

/** Test code, by folder or by the customs of the language. */
export function isTestPath(path: string): boolean {
  return foldersOf(path).some((folder) => testFolders.has(folder)) || testNames.test(nameOf(path))
}

/** Text for people. What instructs an agent is configuration, whatever its ending. */
export function isDocumentation(path: string): boolean {
  if (agentInstructions.test(path)) return false
  return foldersOf(path).some((folder) => documentationFolders.has(folder)) || documentationNames.test(nameOf(path))
}

/** Sentences for people, and no prompt for a model. */
export function isProse(path: string): boolean {
  return isDocumentation(path) && proseNames.test(path) && !foldersOf(path).some((folder) => promptFolders.has(folder))
}

/** Written by a program: nobody reviews it line by line. */
export function isGenerated(path: string): boolean {
  return (
    isLockFile(path) ||
    foldersOf(path).some((folder) => generatedFolders.has(folder)) ||
    isNeverRead(path) ||
    generatedNames.test(path)
  )
}

/** Of what git ignores: dependencies, builds, caches and logs, which a tool makes again. */
export function isMadeByTool(path: string): boolean {
  const lower = path.toLowerCase()
  const isToolFile = toolFiles.some(({ pattern }) => pattern.test(lower))
  return isGenerated(path) || ignoredFolders.test(lower) || builtFolders.test(lower) || isToolFile
}

/** Minified code, a source map or a snapshot: no use to a reader, however short. */
export function isNeverRead(path: string): boolean {
  return isRecorded(path) || minifiedNames.test(path)
}

/** What programs write and nothing runs: lock files, source maps, snapshots. */
export function isGeneratedData(path: string): boolean {
  return isLockFile(path) || isRecorded(path)
}

function isRecorded(path: string): boolean {
  return foldersOf(path).includes('__snapshots__') || recordNames.test(path)
}

/** The part of a path up to a folder that programs write to; null where only its name says that they do. */
export function generatedFolderOf(path: string): string | null {
  const folders = path.split('/').slice(0, -1)
  const at = folders.findIndex((folder) => generatedFolders.has(folder.toLowerCase()))
  return at === -1 ? null : `${folders.slice(0, at + 1).join('/')}/`
}

/** Written by people as text: program code, and what programs are configured and built with. */
export function isSourceCode(path: string): boolean {
  const name = nameOf(path).toLowerCase()
  return sourceNames.has(name) || (name.includes('.') && sourceEndings.has(name.slice(name.lastIndexOf('.') + 1)))
}

export function isLockFile(path: string): boolean {
  return lockFiles.some(({ locks }) => locks.test(nameOf(path)))
}

/** Whether a program writes the one when somebody changes the other: a lock file stands beside its manifest, or above those of a workspace. */
export function isLockOf(path: string, manifest: string): boolean {
  const folder = path.slice(0, path.lastIndexOf('/') + 1)
  return (
    manifest.startsWith(folder) &&
    lockFiles.some(({ locks, of }) => locks.test(nameOf(path)) && of.test(nameOf(manifest)))
  )
}

const words = (text: string): ReadonlySet<string> => new Set(text.split(' '))

const testFolders = words(
  'test tests __tests__ testdata test-data test_data spec specs e2e cypress unittest unittests integration-tests androidtest jvmtest commontest __mocks__ __snapshots__',
)

const sampleFolders = words(
  'fixture fixtures __fixtures__ example examples sample samples mock mocks snapshots cassettes test-fixtures testfixtures',
)

const documentationFolders = words('doc docs documentation')

const generatedFolders = words('dist node_modules vendor third_party __generated__ __snapshots__ generated .next')

const builtFolders = /(?:^|\/)(?:build|out|target|obj|bin\/(?:debug|release))\//

const testNames =
  /[._-](?:test|tests|spec|specs|e2e|cy)\.[^.]+(?:\.snap)?$|^test_[^/]*\.py$|^conftest\.py$|[a-z0-9](?:Test|Tests|TestCase|Spec|IT)\.(?:java|kt|kts|scala|groovy|cs|fs|vb|php|swift|m|mm|cpp|cc|hs)$/

const documentationNames =
  /\.(?:md|mdx|markdown|rst|adoc|asciidoc)$|^(?:README|CHANGELOG|CHANGES|CONTRIBUTING|AUTHORS|NOTICE|LICEN[CS]E|COPYING)(?:\.txt)?$/i

const proseNames = /\.(?:md|markdown|rst|adoc|asciidoc)$/i

const promptFolders = words('prompt prompts skills agents commands rules templates')

const agentInstructions =
  /(?:^|\/)(?:CLAUDE(?:\.local)?|AGENTS|AGENT|GEMINI|SKILL|copilot-instructions|[^/]*\.instructions|[^/]*\.prompt|[^/]*\.chatmode)\.md$|(?:^|\/)\.(?:claude|cursor|codex|gemini|agents|windsurf|clinerules|roo|continue|kiro|amazonq|junie|augment|trae|review-loop)\//i

const minifiedNames = /\.(?:min|bundle|chunk)\.(?:js|mjs|cjs|css)$/i

const recordNames = /\.(?:js|mjs|cjs|css|ts)\.map$|\.snap$/i

const generatedNames =
  /\.pb\.(?:go|cc|h|swift)$|_pb2(?:_grpc)?\.pyi?$|_pb\.(?:js|ts|d\.ts)$|\.g\.(?:dart|cs)$|\.freezed\.dart$|\.designer\.cs$|\.(?:gen|generated)\.[a-z]+$|_generated\.[a-z]+$|(?:^|\/)zz_generated\.[^/]+$/i

const lockFiles: readonly { readonly locks: RegExp; readonly of: RegExp }[] = [
  {
    locks: /^(?:package-lock\.json|npm-shrinkwrap\.json|yarn\.lock|pnpm-lock\.yaml|bun\.lockb?)$/i,
    of: /^(?:package\.json|pnpm-workspace\.yaml)$/i,
  },
  { locks: /^deno\.lock$/i, of: /^(?:deno\.jsonc?|package\.json)$/i },
  { locks: /^cargo\.lock$/i, of: /^cargo\.toml$/i },
  { locks: /^(?:poetry|pdm|uv)\.lock$/i, of: /^pyproject\.toml$/i },
  { locks: /^pixi\.lock$/i, of: /^(?:pixi|pyproject)\.toml$/i },
  { locks: /^pipfile\.lock$/i, of: /^pipfile$/i },
  { locks: /^gemfile\.lock$/i, of: /^gemfile$|\.gemspec$/i },
  { locks: /^composer\.lock$/i, of: /^composer\.json$/i },
  { locks: /^go\.(?:work\.)?sum$/i, of: /^go\.(?:mod|work)$/i },
  { locks: /^podfile\.lock$/i, of: /^podfile$|\.podspec$/i },
  { locks: /^package\.resolved$/i, of: /^package\.swift$/i },
  { locks: /^pubspec\.lock$/i, of: /^pubspec\.yaml$/i },
  { locks: /^mix\.lock$/i, of: /^mix\.exs$/i },
  { locks: /^flake\.lock$/i, of: /^flake\.nix$/i },
  { locks: /^packages\.lock\.json$/i, of: /\.(?:cs|fs|vb)proj$|^directory\.packages\.props$/i },
  { locks: /^gradle\.lockfile$/i, of: /^build\.gradle(?:\.kts)?$|\.versions\.toml$/i },
  { locks: /^\.terraform\.lock\.hcl$/i, of: /\.tf$/i },
  { locks: /^conan\.lock$/i, of: /^conanfile\.(?:py|txt)$/i },
]

const sourceEndings = words(
  `js mjs cjs jsx ts mts cts tsx vue svelte astro coffee py pyi pyx rb erb rake php phtml pl pm lua tcl r jl go rs zig nim d v
  java kt kts scala groovy gradle clj cljs cljc c h cc cpp cxx hh hpp hxx inl m mm swift cs fs fsx vb pas adb ads f90 f95 cob
  hs lhs ml mli elm ex exs erl hrl lisp el scm rkt dart sol vy move cairo asm s sh bash zsh fish ksh ps1 psm1 psd1 bat cmd awk
  sql graphql gql proto thrift html htm xhtml css scss sass less xml xsl xslt json json5 jsonc yml yaml toml ini cfg conf
  properties tf tfvars hcl nix bzl bazel cmake mk mak make dockerfile vim ipynb tmpl hbs ejs pug`.replace(/\s+/g, ' '),
)

const sourceNames = words(
  'makefile gnumakefile dockerfile containerfile jenkinsfile rakefile gemfile procfile vagrantfile',
)

function foldersOf(path: string): readonly string[] {
  return path.toLowerCase().split('/').slice(0, -1)
}

function nameOf(path: string): string {
  return path.slice(path.lastIndexOf('/') + 1)
}
