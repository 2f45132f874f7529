// Files that decide what programs do with the repository: a change to them deserves a person's look.

export interface ConfigurationKind {
  readonly rule: string
  readonly title: string
  readonly what: string
  readonly pattern: RegExp
}

export const configurationFiles: readonly ConfigurationKind[] = [
  {
    rule: 'hygiene/review-config',
    title: 'The change alters how it is reviewed',
    what: 'configures the reviewer: rules, waivers or prompts',
    pattern:
      /(?:^|\/)\.review-loop(?:\/(?!(?:reviews|sessions|cache)\/).+|\.ya?ml|\.json)$|(?:^|\/)review-loop\.(?:ya?ml|json|toml)$/,
  },
  {
    rule: 'hygiene/agent-config',
    title: 'Instructions of coding agents change',
    what: 'tells coding agents what to do, or which tools they may start',
    pattern:
      /(?:^|\/)(?:claude(?:\.local)?|agents?|gemini|skill|copilot-instructions|warp|crush|qwen|conventions)\.md$|(?:^|\/)\.(?:claude|cursor|codex|gemini|agents?|windsurf|clinerules|roo|continue|kiro|amazonq|junie|augment|trae|opencode|goose|aider|qwen|openhands|factory|crush)\/|(?:^|\/)\.(?:cursorrules|windsurfrules|clinerules|roorules|goosehints|roomodes|cursorignore|aiexclude|geminiignore|codeiumignore)$|(?:^|\/)\.aider[^/]*\.ya?ml$|(?:^|\/)\.?mcp\.json$|(?:^|\/)\.vscode\/mcp\.json$|(?:^|\/)opencode\.jsonc?$|(?:^|\/)\.github\/(?:instructions|prompts|chatmodes|agents)\/|(?:^|\/)[^/]+\.(?:instructions|prompt|chatmode)\.md$|(?:^|\/)llms(?:-full)?\.txt$/,
  },
  {
    rule: 'hygiene/ci-config',
    title: 'Continuous integration changes',
    what: 'runs programs in continuous integration, often with the rights to publish',
    pattern:
      /(?:^|\/)\.github\/(?:workflows|actions)\/|(?:^|\/)\.github\/(?:dependabot|codeowners|renovate\.json5?)(?:\.ya?ml)?$|(?:^|\/)codeowners$|(?:^|\/)action\.ya?ml$|(?:^|\/)\.gitlab-ci\.ya?ml$|(?:^|\/)\.gitlab\/ci\/|(?:^|\/)\.gitlab-ci\/|(?:^|\/)\.circleci\/|(?:^|\/)circle\.ya?ml$|(?:^|\/)jenkinsfile[^/]*$|(?:^|\/)azure-pipelines[^/]*\.ya?ml$|(?:^|\/)\.azure-pipelines\/|(?:^|\/)bitbucket-pipelines\.ya?ml$|(?:^|\/)\.travis\.ya?ml$|(?:^|\/)\.?appveyor\.ya?ml$|(?:^|\/)\.drone\.(?:ya?ml|jsonnet|star)$|(?:^|\/)\.woodpecker(?:\/|\.ya?ml$)|(?:^|\/)\.buildkite\/|(?:^|\/)\.semaphore\/|(?:^|\/)\.teamcity\/|(?:^|\/)\.cirrus\.(?:ya?ml|star)$|(?:^|\/)buildspec[^/]*\.ya?ml$|(?:^|\/)cloudbuild[^/]*\.(?:ya?ml|json)$|(?:^|\/)codemagic\.ya?ml$|(?:^|\/)bitrise\.ya?ml$|(?:^|\/)wercker\.ya?ml$|(?:^|\/)\.(?:forgejo|gitea)\/workflows\/|(?:^|\/)\.tekton\/|(?:^|\/)\.ci\/|(?:^|\/)renovate\.json5?$|(?:^|\/)\.renovaterc(?:\.json5?)?$/,
  },
  {
    rule: 'hygiene/hook-config',
    title: 'Hooks that run on other machines change',
    what: 'runs programs on the machine of everybody who works with the repository',
    pattern:
      /(?:^|\/)\.husky\/|(?:^|\/)\.githooks?\/|(?:^|\/)\.git-hooks\/|(?:^|\/)\.?lefthook(?:-local)?\.(?:ya?ml|toml|json)$|(?:^|\/)\.pre-commit-(?:config|hooks)\.ya?ml$|(?:^|\/)\.overcommit\.ya?ml$|(?:^|\/)\.lintstagedrc(?:\.[a-z]+)?$|(?:^|\/)\.simple-git-hooks\.(?:json|c?js)$|(?:^|\/)\.gitmodules$|(?:^|\/)\.gitattributes$|(?:^|\/)\.devcontainer(?:\/|\.json$)|(?:^|\/)\.vscode\/(?:tasks|launch|settings)\.json$/,
  },
]
