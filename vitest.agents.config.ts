import { defineConfig } from 'vitest/config'

// The real agent programs against the scripted model server: slow, and a command of its own (npm run test:agents). With them comes
// a sandbox, where the machine has none, and so what skips itself without one runs here too.
const sandboxed = ['sandbox/wrap-command', 'supervise/supervise-child', 'command', 'acp', 'cli-agent']

export default defineConfig({
  test: {
    include: ['test/agents/**/*.test.ts', ...sandboxed.map((name) => `src/agents/${name}.test.ts`)],
    globalSetup: ['test/setup/build.ts', 'test/setup/agents.ts'],
    setupFiles: ['test/setup/environment.ts'],
    testTimeout: 300_000,
    maxWorkers: 2,
    maxConcurrency: 4,
  },
})
