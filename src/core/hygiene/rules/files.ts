// What a file is by its name. Names are compared in lower case; a folder's pattern ends in a slash.

export interface FileKind {
  readonly pattern: RegExp
  readonly what: string
}

const settings = 'settings of an environment, which usually hold passwords'
const keys = 'a key, certificate or key store'
// Only programs that keep a password in the file itself. Where settings alone are usual (.npmrc, .yarnrc.yml, .envrc, pip.conf, .wgetrc,
// .terraformrc, my.cnf) the secret rules read the lines instead.
const client = 'the settings of a program that keeps its password there'
const system = 'password hashes or keys of a system'
const servers = 'a list of servers with their passwords'
const store = 'the password store of a program'
const site = 'settings of a site that hold its database password or keys'
const state = 'the state or the variables of an infrastructure, which hold its secrets in plain text'
const history = "a shell's history, which often holds passwords"
const recording = 'a recording of memory or traffic, which holds whatever passed through it'

const table = (rows: readonly (readonly [what: string, names: string])[]): ReadonlyMap<string, string> =>
  new Map(rows.flatMap(([what, names]) => names.split(' ').map((name): [string, string] => [name, what])))

/** Files whose purpose is to hold a key, a password or a certificate: by whole name, by ending, by pattern of the path. */
export const sensitiveNames = table([
  [settings, '.env'],
  [
    client,
    '.netrc _netrc .pypirc .pgpass .my.cnf .mylogin.cnf .git-credentials .dockercfg .s3cfg .boto .htpasswd .htdigest',
  ],
  [
    client,
    '.esmtprc .msmtprc .fetchmailrc .remote-sync.json .ftpconfig .ftppass sftp-config.json proftpdpasswd .vault-token',
  ],
  [client, '.authinfo ventrilo_srv.ini .tugboat .curlrc'],
  [system, 'shadow gshadow master.passwd krb5.keytab'],
  [
    servers,
    'filezilla.xml recentservers.xml sitemanager.xml winscp.ini deployment-config.json dbeaver-data-sources.xml robomongo.json',
  ],
  [store, 'logins.json key3.db key4.db signons.sqlite cookies.sqlite wallet.dat'],
  [
    site,
    'wp-config.php localsettings.php configuration.php settings.local.php database.yml connect.inc.php knife.rb secret_token.rb',
  ],
  [state, 'terraform.tfvars'],
  [
    history,
    '.bash_history .zsh_history .sh_history .psql_history .mysql_history .sqlite_history .python_history .node_repl_history .irb_history .rediscli_history',
  ],
])

export const sensitiveEndings = table([
  [settings, 'env'],
  [keys, 'pem key ppk pvk p8 p12 pfx pkcs12 jks jceks bks keystore keychain kdb kdbx ovpn snk keytab'],
  [state, 'tfstate'],
  [recording, 'pcap pcapng dmp mdmp hprof'],
])

export const sensitivePaths: readonly FileKind[] = [
  {
    pattern: /(?:^|\/)\.env\.(?!(?:[^/]*\.)?(?:examples?|sample|template|tmpl|dist|defaults?|schema|tpl)$)[^/]+$/,
    what: settings,
  },
  { pattern: /(?:^|\/)[^/]+_(?:rsa|dsa|ed25519|ecdsa)(?:_sk)?$/, what: 'a private SSH key' },
  {
    pattern:
      /(?:^|\/)[^/]*(?:credential|secret|passwd|password)[^/.]*(?:\.(?:json|ya?ml|txt|ini|cfg|conf|config|properties|toml|xml|csv|tsv|bak|old|backup|dat|db|plist|gpg|asc|enc))?$/,
    what: 'credentials, by its name',
  },
  {
    pattern:
      /(?:^|\/)(?:\.docker\/config\.json|\.kube\/config|kubeconfig(?:\.ya?ml)?|\.aws\/config|\.azure\/[^/]+\.json|\.m2\/settings(?:-security)?\.xml|gh\/hosts\.yml|\.config\/hub|\.purple\/accounts\.xml|\.irssi\/config)$/,
    what: 'the credentials of a command-line tool',
  },
  {
    pattern:
      /(?:^|\/)(?:\.vscode\/sftp\.json|\.idea\/(?:webservers|datasources(?:\.local)?|sshconfigs|deployment)\.xml)$/,
    what: servers,
  },
  { pattern: /\.tfstate\.backup$|\.auto\.tfvars$/, what: state },
]

/** Never a secret, though the name looks like one. */
export const harmlessFiles =
  /\.(?:pub|crt|cer|csr)$|(?:^|\/)(?:public|pub)[^/]*\.(?:pem|key)$|(?:^|\/)[^/]*(?:\.pub|[-_.]public|_pub|[-_.]cert|[-_.]chain|ca-bundle|cacert)\.(?:pem|key)$|(?:^|\/)\.secretlintrc[^/]*$|(?:^|\/)\.secrets\.baseline$|\.sops\.[^/]+$|sealed-?secret[^/]*$|external-?secret[^/]*$/

/** Folders that a package manager fills with code of others. */
export const installedFolders =
  /(?:^|\/)(node_modules|bower_components|jspm_packages|\.venv|venv|\.tox|\.nox|\.eggs|__pypackages__)\//

/** Folders that a tool fills; reported once each. */
export const ignoredFolders =
  /(?:^|\/)(node_modules|bower_components|jspm_packages|__pycache__|\.venv|venv|\.tox|\.nox|\.eggs|[^/]+\.egg-info|\.pytest_cache|\.mypy_cache|\.ruff_cache|\.hypothesis|\.nyc_output|coverage|htmlcov|\.gradle|\.terraform|\.next|\.nuxt|\.svelte-kit|\.turbo|\.parcel-cache|\.angular|\.cache|\.sass-cache|\.ipynb_checkpoints|\.serverless|\.aws-sam|\.vagrant|\.stack-work|\.dart_tool|deriveddata|xcuserdata|\.metals|\.bloop|target\/(?:debug|release|classes|test-classes|surefire-reports)|\.review-loop\/(?:reviews|sessions|cache))\//

/** Files that a program writes for itself, and writes again. */
export const toolFiles: readonly FileKind[] = [
  {
    pattern: /(?:^|\/)(?:\.ds_store|thumbs\.db|ehthumbs\.db|desktop\.ini|\.directory|\.localized|\._[^/]+)$/,
    what: 'written by a file manager',
  },
  {
    pattern:
      /(?:^|\/)[^/]+\.(?:log|log\.\d+)$|(?:^|\/)(?:npm-debug|yarn-debug|yarn-error|lerna-debug|pnpm-debug)\.log[^/]*$/,
    what: 'a log',
  },
  {
    pattern:
      /\.(?:swp|swo|swn)$|~$|(?:^|\/)#[^/]+#$|(?:^|\/)\.#[^/]+$|\.(?:sublime-workspace|code-workspace\.bak)$|(?:^|\/)\.idea\/workspace\.xml$|\.(?:suo|user|userosscache)$/,
    what: 'written by an editor for one person',
  },
  { pattern: /\.(?:pyc|pyo|pyd|class|o|obj|lo|la|gch|pch|ilk|pdb|elc|beam|hi|dyn_hi)$/, what: 'made by a compiler' },
  {
    pattern:
      /(?:^|\/)(?:\.coverage(?:\..+)?|lcov\.info|coverage\.xml|coverage\.out|\.eslintcache|\.stylelintcache|[^/]*\.tsbuildinfo|\.phpunit\.result\.cache|junit\.xml|nosetests\.xml)$/,
    what: 'the result of a test or tool',
  },
  { pattern: /(?:^|\/)core\.\d+$|(?:^|\/)hs_err_pid\d+\.log$|\.stackdump$/, what: 'left by a crash' },
]

export const ignoredFiles: readonly FileKind[] = [
  ...toolFiles,
  { pattern: /\.(?:orig|rej|bak|old|tmp|temp)$/, what: 'left by a merge, a patch or an editor' },
  {
    pattern: /\.(?:local|generated)$|(?:^|\/)\.dev-[^/]+$|(?:^|\/)[^/]+\.local\.(?:json|ya?ml|toml|env|js|ts)$/,
    what: 'meant for one machine',
  },
]

/** Binary files that people add on purpose: pictures, fonts, sound. */
export const commonAssets = /\.(?:png|jpe?g|gif|webp|avif|ico|icns|bmp|svgz?|woff2?|ttf|otf|eot|mp3|ogg|wav|pdf)$/

/** Binary files that are programs or packed programs: nobody can review them. */
export const programs =
  /\.(?:exe|dll|so|so\.[\d.]+|dylib|a|lib|jar|war|ear|apk|aab|ipa|msi|deb|rpm|dmg|pkg|appimage|wasm|node|bin|elf|com|scr|sys|ko|zip|tar|t?gz|bz2|xz|7z|rar|zst|whl|gem|nupkg|crx|xpi|iso|img|pkl|pickle|pt|pth|h5|onnx)$/
