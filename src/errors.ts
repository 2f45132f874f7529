// What a user can do wrong, as a table: code → what happened and what to do next. They end with exit code 2, but for those
// that nobody did wrong.

export const exitCodes = { passed: 0, blocked: 1, usage: 2, inconclusive: 3, escalated: 4, interrupted: 130 } as const

export type ExitCode = (typeof exitCodes)[keyof typeof exitCodes]

type Context = Readonly<Record<string, string>>

/** What asks back ("did you mean …?") has its mark. */
function ended(sentence: string): string {
  return sentence.endsWith('?') ? sentence : `${sentence}.`
}

const table = {
  usage: ({ problem = '', command }: Context) => ({
    message: ended(problem),
    hint: `See review-loop ${command ? `${command} ` : ''}--help.`,
  }),
  git_missing: () => ({ message: 'git was not found.', hint: 'Install git and make sure it is on the PATH.' }),
  git_failed: ({ command, reason }: Context) => ({
    message: `git ${command} failed: ${reason}`,
    hint: 'Run the same git command by hand to see more.',
  }),
  damaged_snapshots: ({ reason }: Context) => ({
    message: `The kept snapshots of uncommitted work in .review-loop/cache/objects are damaged: ${reason}`,
    hint: 'They are a cache: delete that folder and run the same again.',
  }),
  not_repository: ({ path }: Context) => ({
    message: `${path} is not inside a git repository.`,
    hint: 'Change into one, or name it with --cwd DIR.',
  }),
  foreign_repository: ({ path }: Context) => ({
    message: `git does not trust ${path}: it belongs to another user.`,
    hint: `Trust it with: git config --global --add safe.directory ${path}`,
  }),
  bare_repository: ({ path }: Context) => ({
    message: `${path} is a bare repository: there is no working tree to review.`,
    hint: 'Run in a clone with a working tree.',
  }),
  unborn_branch: ({ branch }: Context) => ({
    message: `The branch ${branch} has no commit yet.`,
    hint: 'Commit something first, or review the index with: review-loop review staged',
  }),
  unmerged: () => ({
    message: 'The index has unmerged files.',
    hint: 'Resolve the conflicts and stage them, or review the branch with: review-loop review',
  }),
  no_identity: () => ({
    message: 'git does not know in whose name to commit.',
    hint: 'Tell it with: git config user.name "Your Name" and git config user.email you@example.org',
  }),
  index_locked: ({ file }: Context) => ({
    message: `${file} is there: another git process works here, or one was cut off.`,
    hint: 'Let it end. If there is none, remove the file.',
  }),
  stopped: ({ problem, hint, resume }: Context) => ({
    message: `${problem}`,
    hint: `${hint?.replace(/\.$/, '')}; nothing is lost. Then go on with: ${resume}`,
  }),
  half_done: ({ what }: Context) => ({
    message: `A ${what} is under way in this repository.`,
    hint: `Finish it or give it up first: git ${what} --continue, or git ${what} --abort.`,
  }),
  no_base: () => ({
    message:
      'There is nothing to compare with: no default branch of origin or of a single other remote, no main, no master.',
    hint: 'Name the base with --base REF, or set `base:` in .review-loop/config.yaml.',
  }),
  unknown_ref: ({ ref }: Context) => ({
    message: `git knows no commit called ${ref}.`,
    hint: `Check the spelling, or bring it here with: git fetch origin ${ref}`,
  }),
  ambiguous_ref: ({ ref, whole }: Context) => ({
    message: `${ref} is the name of a branch and of something else, for example a tag.`,
    hint: `Write the whole name, for example ${whole}, or delete the tag: git tag --delete ${ref}`,
  }),
  shallow: ({ missing }: Context) => ({
    message: `This clone is shallow and lacks ${missing}.`,
    hint: "Get the rest with: git fetch --unshallow origin '+refs/heads/*:refs/remotes/origin/*' (in GitHub Actions: fetch-depth: 0).",
  }),
  unrelated: ({ base, head }: Context) => ({
    message: `${head} and ${base} have no common history.`,
    hint: 'Name another base with --base REF, or compare the two directly with A..B.',
  }),
  unknown_path: ({ path }: Context) => ({
    message: `There is no file or folder called ${path}, neither now nor in the base.`,
    hint: 'Check the spelling; paths are relative to the current folder.',
  }),
  commit_as_path: ({ word }: Context) => ({
    message: `${word} names a commit, and there is no file or folder of that name.`,
    hint: `Review one commit with: review-loop review ${word}~1..${word}`,
  }),
  range_with_paths: ({ word }: Context) => ({
    message: `${word} looks like a range, and a range takes no paths beside it.`,
    hint: `Review the whole range with: review-loop review ${word}`,
  }),
  path_outside: ({ path }: Context) => ({
    message: `${path} is outside the repository.`,
    hint: 'Only paths inside the repository can be reviewed.',
  }),
  unreadable_file: ({ path, reason }: Context) => ({
    message: `${path} cannot be read: ${reason}.`,
    hint: 'Check that it exists and that you may read it.',
  }),
  bad_story: ({ path, problems }: Context) => ({
    message: `${path} is no story that can be checked: ${problems}`,
    hint: 'Give it a heading "Acceptance Criteria" with a list below it.',
  }),
  no_temporary_folder: ({ path, reason }: Context) => ({
    message: `There is no folder for temporary files at ${path} (TMPDIR): ${reason}.`,
    hint: 'Make it, or let TMPDIR name another one.',
  }),
  other_prompts: ({ problem }: Context) => ({
    message: `The folder "prompts" is of another version than the program: ${problem}.`,
    hint: 'Install review-loop again; in a clone of it: npm run build',
  }),
  not_writable: ({ path, reason }: Context) => ({
    message: `${path} cannot be written: ${reason}.`,
    hint: 'Check the permissions of the folder.',
  }),
  bad_ledger: ({ path, line }: Context) => ({
    message: `${path} cannot be read: line ${line} is no decision of this version.`,
    hint: 'Delete that line, or the file: then the claims in it are asked about again.',
  }),
  bad_review_state: ({ path, problem }: Context) => ({
    message: `${path} cannot be used: ${problem}.`,
    hint: 'It says what earlier reviews left open. Delete it and review with your agents again: what they found before is forgotten then.',
  }),
  no_claim: ({ id }: Context) => ({
    message: `No review of this repository has a claim ${id} that waits for a decision.`,
    hint: 'The last lines of review-loop review name the claims that could not be checked.',
  }),
  bad_config: ({ file, problems }: Context) => ({
    message: ended(`${file} is not valid: ${problems}`),
    hint: 'Correct it, or see every key with: review-loop config --help',
  }),
  untrusted_config: ({ changes, look, trust }: Context) => ({
    message: ended(`This branch changes what review-loop runs or ignores: ${changes}`),
    hint: `Look at it with: ${look}. If you trust it, type once: ${trust}`,
  }),
  bad_agent: ({ where, problem = '', hint }: Context) => ({
    message: ended(`${where}: ${problem}`),
    hint:
      hint ??
      'Agents are named like claude, claude:MODEL, api:MODEL or "command:PROGRAM ARGUMENTS"; see docs/agents.md.',
  }),
  bad_input: ({ file, problem, step }: Context) => ({
    message: `${file} cannot be used: ${problem}.`,
    hint: `See what it has to hold with: review-loop ${step} --help`,
  }),
  bad_import: ({ file, problem }: Context) => ({
    message: `${file} cannot be imported: ${problem}`,
    hint: 'It has to be SARIF 2.1.0, rdjson, rdjsonl, or the JSON of review-loop itself.',
  }),
  no_last_review: ({ reason }: Context) => ({
    message: `--since-last-review: ${reason}.`,
    hint: 'Run review-loop review once without it (or with --full-review).',
  }),
  pull_request_commit: ({ number, side, sha, fetch }: Context) => ({
    message: `The ${side} of pull request #${number}, ${sha}, is not in this clone.`,
    hint: `In GitHub Actions give actions/checkout fetch-depth: 0 (in GitLab CI: GIT_DEPTH: 0); elsewhere run: git fetch origin ${fetch}`,
  }),
  forge_silent: ({ problem, command }: Context) => ({
    message: `The pull request cannot be read now: ${problem}`,
    hint: `Nothing was done. Try again later: review-loop ${command}`,
  }),
  pull_request_fetch: ({ number, reason }: Context) => ({
    message: `The commits of pull request #${number} are not in this clone, and cannot be fetched: ${reason}.`,
    hint: 'They come from the remote origin, else from the only one: see git remote -v',
  }),
  pull_request_unknown: ({ number, reason }: Context) => ({
    message: `It is not known where pull request #${number} begins and ends: ${reason}`,
    hint: 'Check the number, the repository (GITHUB_REPOSITORY, or the remote origin) and the token (GITHUB_TOKEN, or gh auth login; of GitLab GITLAB_TOKEN). In GitHub Actions actions/checkout with the default ref and fetch-depth: 0 is enough.',
  }),
  forge_address: ({ forge, address, problem, hint = '' }: Context) => ({
    message: `${address} is no address of ${forge}'s interface: ${problem}.`,
    hint,
  }),
  bad_token: ({ name }: Context) => ({
    message: `${name} is no token: it holds spaces, line breaks or other characters that none has.`,
    hint: 'Set it to the token alone, in one line.',
  }),
  github_app: ({ problem }: Context) => ({
    message: `The GitHub App cannot be used: ${problem}.`,
    hint: 'It needs REVIEW_LOOP_GITHUB_APP_ID and REVIEW_LOOP_GITHUB_APP_KEY (or …_APP_KEY_FILE); see docs/github-credentials.md.',
  }),
  no_port: ({ address, reason }: Context) => ({
    message: `Nobody can listen on ${address}: ${reason}.`,
    hint: 'Name another one with --port N (0 takes any that is free) or --host ADDRESS.',
  }),
  pull_request: ({ number }: Context) => ({
    message: `This works on a branch, and not on pull request ${number} by its number.`,
    hint: `Check its branch out first, or: review-loop review ${number}, review-loop watch ${number}.`,
  }),
  no_handoff: ({ path }: Context) => ({
    message: `There is no ${path}.`,
    hint: 'Make the files first with: review-loop review --github (or name their folder: review-loop post DIR)',
  }),
  no_pull_request: () => ({
    message: 'It is not known which pull request to post to: nobody but the files could say.',
    hint: 'Name it: review-loop post --pr 123',
  }),
  several_pull_requests: ({ numbers, branch, how }: Context) => ({
    message: `Several pull requests are open from ${branch}: ${numbers}.`,
    hint: `Name the one that is meant: review-loop ${how}`,
  }),
  no_forge: ({ problem }: Context) => ({
    message: `Nothing can be posted. ${problem}`,
    hint: 'Posting needs a token (GITHUB_TOKEN, gh auth login; for GitLab GITLAB_TOKEN) and a repository (--repository OWNER/NAME, GITHUB_REPOSITORY).',
  }),
  other_handoff: ({ said, wanted }: Context) => ({
    message: `The files are about ${said}, but what is posted to is ${wanted}.`,
    hint: 'Review that one: review-loop review --github, and post what it leaves.',
  }),
  linked_state: ({ path }: Context) => ({
    message: `${path} is not a folder of its own: links are not followed there.`,
    hint: 'Remove it; review-loop makes its own.',
  }),
  not_restored: ({ files }: Context) => ({
    message: `What was done had to be taken back, but somebody changed these files since: ${files}.`,
    hint: 'Look at them with git diff, put them right by hand, and go on with: review-loop loop --resume (or run --resume)',
  }),
  not_pushed: ({ branch, reason }: Context) => ({
    message: `${branch} was not pushed: ${reason}.`,
    hint: 'Nothing was changed by that. Push by hand when it is put right: git push',
  }),
  branch_left: ({ branch, found, back = branch, resume = 'loop --resume' }: Context) => ({
    message: `The work is on ${branch}, but ${found} is checked out now.`,
    hint: `Nothing of that was touched. Go back with git switch ${back}, then go on with: review-loop ${resume}`,
  }),
  agent_cut_off: ({ who = 'an agent', where, problem, ...rest }: Context) => ({
    message: `review-loop was killed while ${who} was at work ${where}, and ${problem}.`,
    hint: afterLooking(rest),
  }),
  agent_rejected: ({ who = 'an agent', where, problem, ...rest }: Context) => ({
    message: `${who.replace('a', 'A')} that was at work ${where} was rejected, and ${problem}.`,
    hint: afterLooking(rest),
  }),
  tampered: ({ what, changed, kept }: Context) => ({
    message: `${what} ran code of the change, which changed ${changed}. That was undone${kept === '' ? '' : `, and its version is kept in ${kept}`}.`,
    hint: 'Look at what the hook runs. If it has to change these once, run it yourself first.',
  }),
  dirty_tree: ({ files, resume, isOutside }: Context) => ({
    message: `There is uncommitted work: ${files}.`,
    hint: resume
      ? `A loop was cut off here, and this may be a half-made fix: ${resume} undoes that and goes on.`
      : `Commit it, or run again with --commit-first (makes one commit of it)${isOutside ? '' : ' or --include-dirty (reviews and fixes it as it is)'}.`,
  }),
  other_version: ({ file, found }: Context) => ({
    message: `${file} is a session in another format: its version is ${found}, and this program reads version 2.`,
    hint: 'Finish it with the version that began it, or move the file away to go on without this session.',
  }),
  bad_journal: ({ file, line, problem }: Context) => ({
    message: `${file}, line ${line}, is no event of a session: ${problem}.`,
    hint: 'It was changed by hand, or by another version. Move the file away to go on without this session.',
  }),
  incomplete_journal: ({ file, line, problem }: Context) => ({
    message: `${file}, line ${line}, is not as it was written: ${problem}.`,
    hint: 'Restore the file from a backup, or move it away and begin again without this session.',
  }),
  bad_session: ({ file, line, problem = '' }: Context) => ({
    message: `${file}, line ${line}, is not as a session file has to be: ${problem.replace(/\.$/, '')}.`,
    hint: 'Nothing was changed. Correct that line, or move the file away to go on without this session.',
  }),
  unusable_file: ({ name, problem, hint = '' }: Context) => ({ message: `${name} cannot be used: ${problem}.`, hint }),
  no_session: ({ problem }: Context) => ({
    message: `${problem}.`,
    hint: 'See all of them with: review-loop sessions',
  }),
  nothing_to_resume: ({ problem, list }: Context) => ({ message: `${problem}.`, hint: `${list}` }),
  other_branch: ({ session, home, branch, resume }: Context) => ({
    message: `Session ${session} is about ${home}, and this is ${branch}.`,
    hint: `Resume it there: ${resume}`,
  }),
  other_command: ({ session, command }: Context) => ({
    message: `Session ${session} was begun with \`${command}\`.`,
    hint: `Go on with it: ${command} --resume ${session}`,
  }),
  bad_answer: ({ problem, session }: Context) => ({
    message: `${problem}`,
    hint: `The question stays open; read it with: review-loop sessions show ${session}`,
  }),
  branch_locked: ({ branch, who, hint = '' }: Context) => ({
    message: `Another process works on ${branch}: ${who}.`,
    hint,
  }),
  bad_lock: ({ file }: Context) => ({
    message: `${file} cannot be read: it does not say who holds the lock.`,
    hint: 'If no review-loop runs on this branch, remove the file.',
  }),
  no_mailbox: ({ path, place }: Context) => ({
    message: `There is no mailbox in ${path}.`,
    hint: `Name another one with --mailbox DIR, or make one with: review-loop mail init --agents claude,codex --mailbox ${place}`,
  }),
  unknown_mail_agent: ({ name, known, place }: Context) => ({
    message: `No agent called ${name} is in this mailbox (there are: ${known}).`,
    hint: `Check the spelling, or add it with: review-loop mail init --agents ${name} --mailbox ${place}`,
  }),
  bad_mail_agent: ({ name, reason }: Context) => ({
    message: `An agent cannot be called "${name}": ${reason}.`,
    hint: 'A name has letters, digits, ".", "_" and "-", at most 64, and differs from others by more than capitals.',
  }),
  linked_mail: ({ path }: Context) => ({
    message: `${path} in the mailbox is not a folder of its own: what leads out of a mailbox is not followed.`,
    hint: 'Look at what is there, remove it, and run review-loop mail doctor.',
  }),
  not_sent: ({ type, problems }: Context) => ({
    message: ended(`The ${type} was not sent: ${problems}`),
    hint: 'Say in other words what it should tell (--summary TEXT), and run the same again.',
  }),
  not_delivered: ({ file, agent }: Context) => ({
    message: `${file} was written to the inbox of ${agent}, but is not there.`,
    hint: 'Look at the folder: does something else remove files from it? What is sent next begins with this message again.',
  }),
  bad_pending: ({ file }: Context) => ({
    message: `${file} was begun to be sent and cannot be read.`,
    hint: 'Nothing is sent before that is settled. Look at it, and move it away.',
  }),
  outbox_locked: ({ agent, file }: Context) => ({
    message: `Somebody else has been sending for ${agent} for too long.`,
    hint: `If nothing is being sent, on no machine, remove ${file}`,
  }),
  no_mail_key: ({ agent, file }: Context) => ({
    message: `Messages must be signed, and ${agent} has no key: there is no ${file}.`,
    hint: `Make one with: review-loop mail keygen --as ${agent}`,
  }),
  bad_mail_key: ({ file, problem, hint }: Context) => ({
    message: `The key ${file} is not used: ${problem}.`,
    hint: hint ? `Mend it with: ${hint}` : 'Move it away, and make another one with: review-loop mail keygen',
  }),
  bad_pins: ({ file, problem }: Context) => ({
    message: `${file} does not say whom to trust: ${problem}.`,
    hint: 'Correct it; as long as it is wrong no signature counts.',
  }),
} satisfies Record<string, (context: Context) => { message: string; hint: string }>

function afterLooking({ look, files }: Context): string {
  return files === undefined ? `${look}, then start again.` : `${look}. Then go on after: rm -f ${files}`
}

export type ErrorCode = keyof typeof table

/** Not the user's doing. */
const inconclusive: ReadonlySet<ErrorCode> = new Set<ErrorCode>(['damaged_snapshots', 'forge_silent'])

/** An operator error: the user can mend it. Outcomes of agents are values, bugs are plain errors. */
export class LoopError extends Error {
  readonly code: ErrorCode
  readonly hint: string
  readonly exitCode: ExitCode

  constructor(code: ErrorCode, context: Context = {}, options?: ErrorOptions) {
    const { message, hint } = table[code](context)
    super(message, options)
    this.name = 'LoopError'
    this.code = code
    this.hint = hint
    this.exitCode = inconclusive.has(code) ? exitCodes.inconclusive : exitCodes.usage
  }
}
