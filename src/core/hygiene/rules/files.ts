// What a file is by its name. Names are compared in lower case; a folder's pattern ends in a slash.

export interface FileKind {
  readonly pattern: RegExp
  readonly what: string
}

const plainData =
  '(?:\\.(?:json|ya?ml|txt|ini|cfg|conf|config|properties|toml|xml|csv|tsv|env|bak|old|backup|dat|db|plist|gpg|asc|enc))?'

/** Files whose purpose is to hold a key, a password or a certificate. */
export const sensitiveFiles: readonly FileKind[] = [
  {
    pattern:
      /(?:^|\/)\.env(?:\.(?!example$|examples$|sample$|template$|tmpl$|dist$|defaults?$|schema$|tpl$|[^/]*\.(?:example|sample|template|dist)$)[^/]+)?$/,
    what: 'settings of an environment, which usually hold passwords',
  },
  { pattern: /(?:^|\/)[^/]+\.env$/, what: 'settings of an environment, which usually hold passwords' },
  { pattern: /(?:^|\/)\.envrc$/, what: 'settings of an environment, which usually hold passwords' },
  {
    pattern:
      /\.(?:pem|key|ppk|pvk|p8|p12|pfx|pkcs12|jks|jceks|bks|keystore|keychain|kdb|kdbx|agilekeychain|opvault|ovpn|asc\.key|gpg-key|snk)$/,
    what: 'a key, certificate or key store',
  },
  {
    pattern:
      /(?:^|\/)(?:id|ssh)_(?:rsa|dsa|ecdsa|ed25519|ecdsa_sk|ed25519_sk)$|(?:^|\/)[^/]+_(?:rsa|dsa|ed25519|ecdsa)$/,
    what: 'a private SSH key',
  },
  {
    pattern: new RegExp(`(?:^|/)[^/]*(?:credential|secret|passwd|password)[^/.]*${plainData}$`),
    what: 'credentials, by its name',
  },
  {
    pattern:
      /(?:^|\/)\.?(?:npmrc|netrc|_netrc|pypirc|pgpass|my\.cnf|mylogin\.cnf|git-credentials|dockercfg|s3cfg|boto|htpasswd|htdigest|esmtprc|msmtprc|fetchmailrc|remote-sync\.json|ftpconfig|ftppass|sftp-config\.json|proftpdpasswd|vault-token|terraformrc|terraform\.rc|rapidapi|wgetrc|curlrc|pip\.conf|gem\/credentials|authinfo|authinfo\.gpg|mutt\/muttrc|muttrc|purple\/accounts\.xml|irssi\/config|hub|gh\/hosts\.yml|tugboat|jupyter_.*_config\.json|ventrilo_srv\.ini)$/,
    what: 'the settings of a program that keeps its password there',
  },
  {
    pattern:
      /(?:^|\/)\.docker\/config\.json$|(?:^|\/)\.kube\/config$|(?:^|\/)kubeconfig(?:\.ya?ml)?$|(?:^|\/)\.aws\/(?:credentials|config)$|(?:^|\/)\.azure\/[^/]+\.json$|(?:^|\/)\.cargo\/credentials(?:\.toml)?$|(?:^|\/)\.config\/hub$|(?:^|\/)\.gem\/credentials$|(?:^|\/)\.m2\/settings(?:-security)?\.xml$|(?:^|\/)application_default_credentials\.json$|(?:^|\/)gcloud\/[^/]+\.json$/,
    what: 'the credentials of a command-line tool',
  },
  {
    pattern: /(?:^|\/)(?:etc\/)?(?:shadow|gshadow|master\.passwd|sudoers|krb5\.keytab)$|\.keytab$/,
    what: 'password hashes or keys of a system',
  },
  {
    pattern:
      /(?:^|\/)(?:filezilla|recentservers|sitemanager)\.xml$|(?:^|\/)winscp\.ini$|(?:^|\/)\.vscode\/sftp\.json$|(?:^|\/)deployment-config\.json$|(?:^|\/)\.idea\/(?:webservers|datasources(?:\.local)?|sshconfigs|deployment)\.xml$|(?:^|\/)dbeaver-data-sources\.xml$|(?:^|\/)robomongo\.json$|(?:^|\/)sqldeveloper\/[^/]*connections\.(?:xml|json)$/,
    what: 'a list of servers with their passwords',
  },
  {
    pattern: /(?:^|\/)(?:logins\.json|key[34]\.db|signons\.sqlite|login data|cookies\.sqlite|wallet\.dat)$/,
    what: 'the password store of a program',
  },
  {
    pattern:
      /(?:^|\/)(?:wp-config\.php|localsettings\.php|configuration\.php|settings\.local\.php|database\.yml|salesforce\.js|connect\.inc\.php|knife\.rb|omniauth\.rb|secret_token\.rb|master\.key|credentials\.yml\.enc)$/,
    what: 'settings of a site that hold its database password or keys',
  },
  {
    pattern: /\.tfstate(?:\.backup)?$|(?:^|\/)[^/]*\.auto\.tfvars$|(?:^|\/)terraform\.tfvars$/,
    what: 'the state or the variables of an infrastructure, which hold its secrets in plain text',
  },
  {
    pattern:
      /(?:^|\/)\.(?:bash|zsh|sh|psql|mysql|sqlite|python|node_repl|irb|rediscli|mongo)_history$|(?:^|\/)\.history$/,
    what: "a shell's history, which often holds passwords",
  },
  {
    pattern: /\.(?:pcap|pcapng|cap|dmp|mdmp|hprof|core)$/,
    what: 'a recording of memory or traffic, which holds whatever passed through it',
  },
]

/** Never a secret, though the name looks like one. */
export const harmlessFiles =
  /\.(?:pub|crt|cer|csr)$|(?:^|\/)(?:public|pub)[^/]*\.(?:pem|key)$|(?:^|\/)[^/]*(?:\.pub|[-_.]public|_pub|[-_.]cert|[-_.]chain|ca-bundle|cacert)\.(?:pem|key)$|(?:^|\/)\.secretlintrc[^/]*$|(?:^|\/)\.secrets\.baseline$|\.sops\.[^/]+$|sealed-?secret[^/]*$|external-?secret[^/]*$/

/** Folders that a tool fills; reported once each. */
export const ignoredFolders =
  /(?:^|\/)(node_modules|bower_components|jspm_packages|__pycache__|\.venv|venv|\.tox|\.nox|\.eggs|[^/]+\.egg-info|\.pytest_cache|\.mypy_cache|\.ruff_cache|\.hypothesis|\.nyc_output|coverage|htmlcov|\.gradle|\.terraform|\.next|\.nuxt|\.svelte-kit|\.turbo|\.parcel-cache|\.angular|\.cache|\.sass-cache|\.ipynb_checkpoints|\.serverless|\.aws-sam|\.vagrant|\.stack-work|\.dart_tool|deriveddata|xcuserdata|\.metals|\.bloop|target\/(?:debug|release|classes|test-classes|surefire-reports)|\.review-loop\/(?:reviews|sessions|cache))\//

export const ignoredFiles: readonly FileKind[] = [
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
  { pattern: /\.(?:orig|rej|bak|old|tmp|temp)$/, what: 'left by a merge, a patch or an editor' },
  { pattern: /\.(?:pyc|pyo|pyd|class|o|obj|lo|la|gch|pch|ilk|pdb|elc|beam|hi|dyn_hi)$/, what: 'made by a compiler' },
  {
    pattern:
      /(?:^|\/)(?:\.coverage(?:\..+)?|lcov\.info|coverage\.xml|coverage\.out|\.eslintcache|\.stylelintcache|[^/]*\.tsbuildinfo|\.phpunit\.result\.cache|junit\.xml|nosetests\.xml)$/,
    what: 'the result of a test or tool',
  },
  {
    pattern: /\.(?:local|generated)$|(?:^|\/)\.dev-[^/]+$|(?:^|\/)[^/]+\.local\.(?:json|ya?ml|toml|env|js|ts)$/,
    what: 'meant for one machine',
  },
  { pattern: /(?:^|\/)core\.\d+$|(?:^|\/)hs_err_pid\d+\.log$|\.stackdump$/, what: 'left by a crash' },
]

/** Binary files that people add on purpose: pictures, fonts, sound. */
export const commonAssets = /\.(?:png|jpe?g|gif|webp|avif|ico|icns|bmp|svgz?|woff2?|ttf|otf|eot|mp3|ogg|wav|pdf)$/

/** Binary files that are programs or packed programs: nobody can review them. */
export const programs =
  /\.(?:exe|dll|so|so\.[\d.]+|dylib|a|lib|jar|war|ear|apk|aab|ipa|msi|deb|rpm|dmg|pkg|appimage|wasm|node|bin|elf|com|scr|sys|ko|zip|tar|t?gz|bz2|xz|7z|rar|zst|whl|gem|nupkg|crx|xpi|iso|img|pkl|pickle|pt|pth|h5|onnx)$/
