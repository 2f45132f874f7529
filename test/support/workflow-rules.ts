// What makes an action or a workflow safe to copy. Each rule names what is wrong; nothing wrong is an empty list.

export type Table = Readonly<Record<string, unknown>>

/** Of one text of YAML: an action, a workflow, or the steps of one. */
export interface Shown {
  readonly name: string
  readonly content: Table
}

type Rule = (content: Table) => readonly string[]

/** For whatever has steps. */
const stepRules: readonly Rule[] = [
  unpinned,
  expressionsInScripts,
  untrustedValues,
  leftOn,
  strangeFiles,
  unknownNames,
  unquoted,
]

/** For the action, which runs in the checkout of a stranger. */
export function actionProblems({ content }: Shown): readonly string[] {
  return [...stepRules, otherPrograms, otherShells, filesInCheckout].flatMap((rule) => rule(content))
}

export function stepProblems({ content }: Shown): readonly string[] {
  return stepRules.flatMap((rule) => rule(content))
}

export function workflowProblems({ content }: Shown, action: Shown): readonly string[] {
  const rules = [...stepRules, rights, triggers, hidden, besideTheChange, secretsForStrangers, endless]
  return [...rules.flatMap((rule) => rule(content)), ...unknownInputs(content, action.content)]
}

/** What the second workflow of a pair expects of the first. */
export function pairProblems(workflows: readonly Shown[]): readonly string[] {
  const names = workflows.map(({ content }) => content.name)
  const wanted = workflows.flatMap(({ content }) => list(table(table(content.on).workflow_run).workflows))
  const artifacts = (end: string) =>
    workflows
      .flatMap(({ content }) => stepsOf(content))
      .filter(({ uses }) => String(uses).startsWith(`actions/${end}-artifact@`))
      .map((step) => table(step.with).name)
  const left = artifacts('upload')
  return [
    ...wanted.filter((name) => !names.includes(name)).map((name) => `waits for a workflow ${name} that there is not`),
    ...artifacts('download')
      .filter((name) => !left.includes(name))
      .map((name) => `takes files ${name} that nobody leaves`),
  ]
}

export function stepsOf(content: Table): readonly Table[] {
  const lists = [content.steps, table(content.runs).steps, ...jobsOf(content).map(({ steps }) => steps)]
  return lists.flatMap((steps) => list(steps).map(table))
}

function unpinned(content: Table): readonly string[] {
  return stepsOf(content)
    .map(({ uses }) => uses)
    .filter((uses) => uses !== undefined && !/^[\w.-]+\/[\w./-]+@[0-9a-f]{40}$/.test(String(uses)))
    .map((uses) => `${uses} is not named by its commit`)
}

function expressionsInScripts(content: Table): readonly string[] {
  return scriptsOf(content)
    .filter((script) => script.includes('${{'))
    .map((script) => `an expression in a script: ${script}`)
}

/** What nobody outside can choose, and what cannot be more than a number, a commit, or a name that is compared. */
const trusted =
  /^(?:cancelled|inputs\.[\w-]+|steps\.\w+\.outputs\.[\w-]+|secrets\.\w+|runner\.temp|github\.(?:token|repository|event\.pull_request\.(?:number|head\.sha|head\.repo\.full_name)|event\.workflow_run\.(?:id|event|conclusion)))$/

/** Branches, titles and texts are a stranger's. In the name of a group they do nothing. */
function untrustedValues(content: Table): readonly string[] {
  const { concurrency: _, ...rest } = content
  const expressions = [...JSON.stringify(rest).matchAll(/\$\{\{(.*?)\}\}/g)].map(([, text = '']) => text)
  const values = expressions.flatMap((text) => text.replace(/'[^']*'/g, '').match(/[a-z][\w-]*(?:\.[\w-]+)*/gi) ?? [])
  return values.filter((value) => !trusted.test(value)).map((value) => `${value} is not ours to use`)
}

/** Credentials beside the code of a stranger, and packages from a cache that the change chooses. */
const mustBeOff = { 'actions/checkout': 'persist-credentials', 'actions/setup-node': 'package-manager-cache' }

function leftOn(content: Table): readonly string[] {
  return Object.entries(mustBeOff).flatMap(([action, input]) =>
    stepsOf(content)
      .filter((step) => String(step.uses).startsWith(`${action}@`) && table(step.with)[input] !== false)
      .map(() => `${input} is on`),
  )
}

/** Git, node and others take settings from the folder they run in. */
function strangeFiles(content: Table): readonly string[] {
  return stepsOf(content)
    .filter(({ uses }) => String(uses).startsWith('actions/download-artifact@'))
    .map((step) => String(table(step.with).path))
    .filter((path) => !path.startsWith(`${expression('runner.temp')}/`))
    .map((path) => `it puts files of strangers into ${path}`)
}

function unknownNames(content: Table): readonly string[] {
  const text = JSON.stringify(content)
  const ids = stepsOf(content).map(({ id }) => id)
  const used = [...text.matchAll(/\bsteps\.([\w-]+)\./g)].map(([, id]) => id)
  const inputs = [...text.matchAll(/\binputs\.([\w-]+)/g)].map(([, name]) => name ?? '')
  return [
    ...used.filter((id) => !ids.includes(id)).map((id) => `no step is called ${id}`),
    ...inputs.filter((name) => !(name in table(content.inputs))).map((name) => `there is no input ${name}`),
  ]
}

/** A value that is not in quotes becomes several words, and one that is evaluated a command. */
function unquoted(content: Table): readonly string[] {
  const bare = (script: string) => script.replace(/#.*$/gm, '').replace(/"[^"]*"|'[^']*'/g, '""')
  return scriptsOf(content).flatMap((script) => [
    ...(bare(script).match(/\$[\w{(]\w*/g) ?? []).map((found) => `${found} is not in quotes`),
    ...(script.match(/(?<![\w-])(?:eval|source|(?:ba)?sh -c)\b.*/g) ?? []).map((found) => `it evaluates: ${found}`),
  ])
}

/** The program is that of the action. Configuration comes from the base commit: none is named. */
function otherPrograms(content: Table): readonly string[] {
  const others = /(?<=^|[\s;&|(])(?:npm|npx|pnpm|yarn|bunx?|git|make|python3?|curl|wget|\.\/\S*)(?=\s).*|--config.*/gm
  const node = /(?<=^|[\s;&|(])node (?!"\$GITHUB_ACTION_PATH\/|-p ').*/gm
  return scriptsOf(content)
    .map((script) => script.replace('(cd "$GITHUB_ACTION_PATH" && node scripts/setup.mjs)', ''))
    .flatMap((script) => [...(script.match(others) ?? []), ...(script.match(node) ?? [])])
    .map((found) => `it runs or reads something else: ${found}`)
}

function otherShells(content: Table): readonly string[] {
  return stepsOf(content)
    .filter(({ run, shell }) => run !== undefined && shell !== 'bash')
    .map(({ shell }) => `a script for the shell ${shell}`)
}

/** What is posted must not be a file of the change. */
function filesInCheckout(content: Table): readonly string[] {
  return scriptsOf(content)
    .flatMap((script) => [...script.matchAll(/\$\{HANDOFF:-([^}]*)\}/g)].map(([, folder = '']) => folder))
    .filter((folder) => !folder.startsWith('$RUNNER_TEMP/'))
    .map((folder) => `${folder} is in the checkout`)
}

/** A workflow has no rights, each job has what it needs. */
function rights(content: Table): readonly string[] {
  const tables = [content.permissions, ...jobsOf(content).map(({ permissions }) => permissions ?? {})]
  const allowed = ['pull-requests', 'checks', 'security-events']
  return [
    ...tables.filter((given) => typeof given !== 'object' || given === null).map((given) => `rights: ${given}`),
    ...tables.flatMap(writesOf).filter((scope) => !allowed.includes(scope)),
    ...writesOf(content.permissions),
  ].map((found) => `it may write more than it needs: ${found}`)
}

function triggers(content: Table): readonly string[] {
  return triggersOf(content)
    .filter((trigger) => trigger !== 'pull_request' && trigger !== 'workflow_run')
    .map((trigger) => `it is started by ${trigger}`)
}

/** A workflow of somebody else, called as a whole, does what nobody sees here. */
function hidden(content: Table): readonly string[] {
  return jobsOf(content)
    .filter((job) => job.uses !== undefined || job.secrets !== undefined)
    .map(({ uses }) => `a job is done elsewhere: ${uses}`)
}

/** Who may write sees no code of strangers, and posts nothing of theirs that a merge could depend on. */
function besideTheChange(content: Table): readonly string[] {
  const started = triggersOf(content)
  return jobsOf(content).flatMap((job) => {
    const steps = stepsOf({ jobs: { job } })
    if (started.includes('workflow_run')) {
      const posts = steps.filter(isOurs).map((step) => table(step.with))
      return [
        ...steps
          .filter(({ uses, run }) => run !== undefined || /checkout/.test(String(uses)))
          .map(() => 'runs with rights'),
        ...posts.filter(({ command, check }) => command !== 'post' || check !== 'false').map(() => 'believes a fork'),
      ]
    }
    return writesOf(job.permissions).length > 0 && !isForOwnBranches(job) ? ['writes for forks'] : []
  })
}

function secretsForStrangers(content: Table): readonly string[] {
  return jobsOf(content)
    .filter((job) => !isForOwnBranches(job) && JSON.stringify(job).includes('secrets.'))
    .map(() => 'a secret for strangers')
}

function endless(content: Table): readonly string[] {
  return jobsOf(content)
    .filter((job) => typeof job['timeout-minutes'] !== 'number' || job['runs-on'] !== 'ubuntu-latest')
    .map((job) => `a job without end, or on a machine of ours: ${job['runs-on']}`)
}

function unknownInputs(content: Table, action: Table): readonly string[] {
  return stepsOf(content)
    .filter(isOurs)
    .flatMap((step) => Object.keys(table(step.with)))
    .filter((key) => !(key in table(action.inputs)))
    .map((key) => `the action has no input ${key}`)
}

function isOurs({ uses }: Table): boolean {
  return String(uses).includes('/review-loop@')
}

function isForOwnBranches(job: Table): boolean {
  return job.if === expression('github.event.pull_request.head.repo.full_name == github.repository')
}

export function expression(text: string): string {
  return `\${{ ${text} }}`
}

function scriptsOf(content: Table): readonly string[] {
  return stepsOf(content).flatMap((step) =>
    [step.run, table(step.with).script].flatMap((script) => (typeof script === 'string' ? [script] : [])),
  )
}

function jobsOf({ jobs }: Table): readonly Table[] {
  return Object.values(table(jobs)).map(table)
}

function writesOf(permissions: unknown): readonly string[] {
  return Object.entries(table(permissions)).flatMap(([scope, access]) => (access === 'write' ? [scope] : []))
}

/** `on` is a word, a list or a table. */
function triggersOf({ on }: Table): readonly string[] {
  if (typeof on === 'string') return [on]
  return Array.isArray(on) ? on.map(String) : Object.keys(table(on))
}

function table(value: unknown): Table {
  return typeof value === 'object' && value !== null ? Object(value) : {}
}

function list(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : []
}
