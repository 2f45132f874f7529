const words = (text: string): ReadonlySet<string> => new Set(text.split(/\s+/))

// Home folders that name nobody: stand-ins, accounts of images and services, and first parts of web addresses.
export const nobodies: ReadonlySet<string> = words(
  `user users username user-name user_name user1 someuser someone somebody me you your yourname your-name your_name yourusername your-username
  your_username youruser your-user your_user myuser my-user myname my-name name foo bar baz foobar example test tester testuser test-user guest
  admin administrator root node app apps appuser app-user ubuntu debian centos fedora ec2-user vagrant docker git www www-data http nginx jovyan
  coder vscode gitpod codespace codespaces developer dev devel docker-user container builder build linuxbrew nonroot pi deploy deployer
  default public shared all anonymous nobody postgres mysql redis oracle sandbox workspace work agent worker service svc runner circleci travis
  vsts vsts_azpcontainer jenkins buildkite-agent gitlab-runner gitlab semaphore cirrus appveyor vssadministrator containeradministrator runneradmin
  kasm-user rstudio steam airflow spark hadoop hdfs solr elasticsearch logstash kibana grafana prometheus frappe odoo
  page pages dashboard settings setting profile profiles account accounts login logout signin signup register about contact help news
  index main search home list detail details view edit new create update delete feed explore admin-panel api blog posts post products
  product orders order cart checkout messages notifications overview welcome getting-started tabs tab menu error css js img images assets static`,
)

// Folders of build machines, each with the words (in lower case) without which its pattern need not be tried.
export const buildFolders: readonly { readonly words: readonly string[]; readonly pattern: RegExp }[] = [
  {
    words: ['/home/runner/', '/home/circleci/', '/home/travis/', '/home/vsts/', '/home/semaphore/'],
    pattern: /(?<![\w.-])\/home\/(?:runner|circleci|travis|vsts|semaphore)\/[\w./-]/,
  },
  {
    words: ['/users/runner/', '/users/vsts/', '/users/travis/', '/users/distiller/'],
    pattern: /(?<![\w.-])\/Users\/(?:runner|vsts|travis|distiller)\/[\w./-]/,
  },
  {
    words: ['/github/workspace', '/github/home', '/github/runner_temp'],
    pattern: /(?<![\w.-])\/github\/(?:workspace|home|runner_temp)(?![\w-])/,
  },
  { words: ['/builds/'], pattern: /(?<![\w.-])\/builds\/[A-Za-z][\w.-]*\/[\w.-]+\/[\w./-]/ },
  {
    words: ['/jenkins/workspace/', '/jenkins/agent/workspace/'],
    pattern: /(?<![\w.-])\/(?:var\/lib\/jenkins|home\/jenkins(?:\/agent)?)\/workspace\/[\w./-]/,
  },
  { words: ['/pipelines/agent/build'], pattern: /(?<![\w.-])\/opt\/atlassian\/pipelines\/agent\/build(?![\w-])/ },
  { words: ['/buildkite-agent/builds/'], pattern: /(?<![\w.-])\/var\/lib\/buildkite-agent\/builds\/[\w./-]/ },
  { words: ['/codebuild/output/'], pattern: /(?<![\w.-])\/codebuild\/output\/src[\w./-]/ },
  {
    words: ['/bitrise/src/', '/drone/src/', '/woodpecker/src/'],
    pattern: /(?<![\w.-])\/(?:bitrise|drone|woodpecker)\/src\/[\w./-]/,
  },
  {
    words: [':\\a\\', ':\\\\a\\\\', ':/a/'],
    pattern: /(?<!\w)[CD]:(?:\\{1,2}|\/)a(?:\\{1,2}|\/)([\w.-]+)(?:\\{1,2}|\/)\1(?![\w-])/,
  },
]
