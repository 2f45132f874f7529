import { defineConfig } from 'vitest/config'

// `core` is pure and shares its workers; `unit` needs nothing built; `program` runs the built command line on real
// repositories; `played` does so with agents that are played by small programs, many calls each: slower, and a command of its
// own (npm run test:played). `long` is more of that (npm run test:long).
const setupFiles = ['test/setup/environment.ts']
const built = { setupFiles, globalSetup: ['test/setup/build.ts'] }
const pure = ['src/core/**/*.test.ts', 'src/config/**/*.test.ts', 'src/report/**/*.test.ts']

export default defineConfig({
  test: {
    maxWorkers: 3,
    projects: [
      { test: { name: 'core', include: pure, setupFiles, testTimeout: 30_000, pool: 'threads', isolate: false } },
      {
        test: {
          name: 'unit',
          include: ['src/**/*.test.ts', 'test/*.test.ts', 'test/kit/*.test.ts'],
          exclude: pure,
          setupFiles,
          testTimeout: 30_000,
        },
      },
      { test: { name: 'program', include: ['test/program/**/*.test.ts'], ...built, testTimeout: 60_000 } },
      { test: { name: 'played', include: ['test/played/**/*.test.ts'], ...built, testTimeout: 120_000 } },
      { test: { name: 'long', include: ['test/long/**/*.test.ts'], ...built, testTimeout: 120_000 } },
    ],
  },
})
