import type { ChangedFile, RawFinding } from '../../types.ts'
import { isHiddenSource } from '../change/hidden-source.ts'
import { isLockFile, isSourceCode } from '../change/path-kind.ts'
import { fileFinding, type Report } from './finding.ts'
import { configurationFiles } from './rules/configuration.ts'
import {
  commonAssets,
  harmlessFiles,
  ignoredFiles,
  ignoredFolders,
  programs,
  sensitiveEndings,
  sensitiveNames,
  sensitivePaths,
} from './rules/files.ts'

/** What the names, kinds and sizes of the changed files say. */
export function checkFiles(
  files: readonly ChangedFile[],
  sizes: ReadonlyMap<string, number>,
  largeFileKb: number,
): readonly RawFinding[] {
  const findings = files.flatMap((file) => {
    const presence = configurationReport(file.path) ?? presenceReport(file, sizes.get(file.path), largeFileKb)
    const reports = [isHiddenSource(file) ? hiddenSourceReport : null, presence]
    return reports.flatMap((report) => (report === null ? [] : [fileFinding(file.path, report)]))
  })
  return [...findings, ...folderFindings(files)]
}

function configurationReport(path: string): Report | null {
  const kind = configurationFiles.find(({ pattern }) => pattern.test(path.toLowerCase()))
  if (kind === undefined) return null
  return {
    rule: kind.rule,
    severity: 'P2',
    category: 'security',
    title: kind.title,
    problem: `The file ${kind.what}.`,
    impact: 'Whoever may change it decides what runs, before anybody has approved the change.',
    fix: 'Have a person read this part of the change for itself.',
    confidence: 0.9,
  }
}

const hiddenSourceReport: Report = {
  rule: 'hygiene/binary-source',
  severity: 'P1',
  category: 'security',
  title: 'Source file that shows as binary',
  problem: 'By its name this is source code, but git takes it for binary, so no diff shows what is in it.',
  impact: 'One NUL byte hides the code from every reviewer, and it runs all the same.',
  fix: 'Take the NUL bytes out, or save the file as UTF-8.',
  confidence: 0.9,
}

/** One report a file: the most serious thing that its presence means. */
function presenceReport(file: ChangedFile, size: number | undefined, largeFileKb: number): Report | null {
  if (file.status === 'deleted' || file.newMode === '160000' || file.newMode === '120000') return null
  const path = file.path.toLowerCase()
  const sensitive = whatIsSensitive(path)
  if (sensitive !== null) return sensitiveReport(sensitive)
  if (file.status !== 'added' && file.status !== 'copied') return null
  if (ignoredFolders.test(path)) return null
  const ignored = ignoredFiles.find(({ pattern }) => pattern.test(path))
  if (ignored !== undefined) return ignoredReport(`The file is ${ignored.what}.`)
  if (size !== undefined && size > largeFileKb * 1024 && !isLockFile(path)) return largeReport(size, largeFileKb)
  return file.binary && !isSourceCode(path) && !commonAssets.test(path) ? binaryReport(programs.test(path)) : null
}

function whatIsSensitive(path: string): string | null {
  const name = path.slice(path.lastIndexOf('/') + 1)
  const ending = name.slice(name.lastIndexOf('.') + 1)
  const what =
    sensitiveNames.get(name) ??
    (ending === name ? undefined : sensitiveEndings.get(ending)) ??
    sensitivePaths.find(({ pattern }) => pattern.test(path))?.what
  return what === undefined || harmlessFiles.test(path) ? null : what
}

function sensitiveReport(what: string): Report {
  return {
    rule: 'hygiene/sensitive-file',
    severity: 'P1',
    category: 'security',
    title: 'File that should not be in the repository',
    problem: `By its name this is ${what}.`,
    impact: 'Everybody who can read the repository, now or later, has what is in it.',
    fix: 'Take it out of the change, add it to .gitignore, and replace the keys or passwords in it if it was ever pushed.',
    confidence: 0.9,
  }
}

function ignoredReport(problem: string): Report {
  return {
    rule: 'hygiene/should-be-ignored',
    severity: 'P2',
    title: 'File that ought to be ignored',
    problem,
    impact: 'It changes with every machine and run, and makes the history larger for no use.',
    fix: 'Take it out of the change (git rm --cached) and add it to .gitignore.',
    confidence: 0.9,
  }
}

function largeReport(size: number, largeFileKb: number): Report {
  return {
    rule: 'hygiene/large-file',
    severity: 'P3',
    title: 'Large file added',
    problem: `The file has ${Math.round(size / 1024)} KB; files over ${largeFileKb} KB are told.`,
    impact: 'It stays in the history for ever and is fetched with every clone.',
    fix: 'Keep it outside the repository or in large-file storage, if it is not needed here.',
  }
}

function binaryReport(isProgram: boolean): Report {
  return {
    rule: 'hygiene/binary-file',
    severity: 'P3',
    title: isProgram ? 'Program or archive added' : 'Binary file added',
    problem: isProgram ? 'The file is a built program or an archive.' : 'The file is binary.',
    impact: 'Nobody can review what is in it.',
    fix: 'Build or fetch it when it is needed, or say in the change where it comes from.',
    confidence: 0.9,
  }
}

/** A folder that a tool fills comes with hundreds of files: one finding tells them all. */
function folderFindings(files: readonly ChangedFile[]): readonly RawFinding[] {
  const folders = new Map<string, string[]>()
  for (const { path, status } of files) {
    const match = status === 'added' || status === 'copied' ? ignoredFolders.exec(path.toLowerCase()) : null
    if (match === null) continue
    const folder = path.slice(0, match.index + match[0].length)
    const paths = folders.get(folder)
    if (paths === undefined) folders.set(folder, [path])
    else paths.push(path)
  }
  return [...folders].map(([folder, paths]) => fileFinding(paths[0]!, folderReport(folder, paths.length)))
}

/** It stands for all files of a folder. */
export function isAboutFolder({ rule, title }: RawFinding): boolean {
  return rule === 'hygiene/should-be-ignored' && title === folderTitle
}

const folderTitle = 'Folder that ought to be ignored'

function folderReport(folder: string, count: number): Report {
  const line = `${folder
    .replace(/\/$/, '')
    .split('/')
    .at(-1)
    ?.replace(/^.+(?=\.egg-info$)/, '*')}/`
  return {
    ...ignoredReport(folderProblem(folder, count)),
    title: folderTitle,
    fix: `Add this line to .gitignore: ${line}\nIf git has the files already: git rm -r --cached ${folder}`,
  }
}

function folderProblem(folder: string, count: number): string {
  const files = count === 1 ? 'one file' : `${count} files`
  return `The change adds ${files} below ${folder}, a folder that a tool fills.`
}
