import { defineConfig } from 'vitest/config'

// The real agent programs against the scripted model server: slow, and a command of its own (npm run test:agents).
export default defineConfig({
  test: {
    include: ['test/agents/**/*.test.ts'],
    globalSetup: ['test/setup/build.ts', 'test/setup/agents.ts'],
    setupFiles: ['test/setup/environment.ts'],
    testTimeout: 300_000,
    maxWorkers: 2,
    maxConcurrency: 4,
  },
})
