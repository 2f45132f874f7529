import { homedir } from 'node:os'
import { join } from 'node:path'
import { keyFolder } from '../../io/seal.ts'

const inHome = [
  '.ssh', '.gnupg', '.aws', '.azure', '.config/gcloud', '.config/gh', '.config/hub', '.config/glab-cli', '.docker',
  '.kube', '.terraform.d', '.config/doctl', '.oci', '.password-store', '.local/share/keyrings', '.vault-token',
  '.netrc', '.git-credentials', '.config/git/credentials', '.npmrc', '.yarnrc.yml', '.pypirc', '.gem/credentials',
  '.cargo/credentials', '.cargo/credentials.toml', '.m2/settings.xml', '.gradle/gradle.properties', '.pgpass',
  '.my.cnf', '.config/github-copilot', '.claude/.credentials.json', '.claude.json', '.codex/auth.json',
  '.gemini/oauth_creds.json', '.qwen/oauth_creds.json', '.local/share/opencode/auth.json', '.bash_history',
  '.zsh_history', '.mozilla', '.config/google-chrome', '.config/chromium',
] // biome-ignore format: a list of names

/** Sockets through which a process reaches out of its sandbox. */
const sockets = ['/run/docker.sock', '/run/podman', '/run/containerd', '/run/dbus'] as const

/** Where secrets of the user lie on most machines, whether they exist or not. */
export function secretPlaces(): string[] {
  return [
    ...inHome.map((name) => join(homedir(), name)),
    ...sockets,
    keyFolder(),
    `/run/user/${process.getuid?.() ?? 0}`,
  ]
}
