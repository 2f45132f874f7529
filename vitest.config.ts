import { defineConfig } from 'vitest/config'

// `core` is pure; `unit` needs nothing built; the files of both share workers, so that modules are loaded once for many.
// `npm test` runs these two. `program` runs commands on real repositories, inside of the test or as the built program, `played` does so with agents that are played
// by small programs, many calls each, `attacks` tries to get a wrong approval: slower, and commands of their own
// (npm run test:program, npm run test:played, npm run test:attacks).

// Only against what hangs: a busy machine takes its time.
const common = { setupFiles: ['test/setup/environment.ts'], testTimeout: 300_000, hookTimeout: 120_000 }
const built = {
  ...common,
  setupFiles: [...common.setupFiles, 'test/setup/no-sandbox.ts'],
  globalSetup: ['test/setup/build.ts'],
}
const pure = ['src/core/**/*.test.ts', 'src/config/**/*.test.ts', 'src/report/**/*.test.ts']

export default defineConfig({
  test: {
    maxWorkers: 3,
    projects: [
      { test: { name: 'core', include: pure, ...common, pool: 'threads', isolate: false } },
      {
        test: {
          name: 'unit',
          include: ['src/**/*.test.ts', 'test/*.test.ts', 'test/kit/*.test.ts', 'test/damage/*.test.ts'],
          exclude: pure,
          ...common,
          isolate: false,
        },
      },
      { test: { name: 'program', include: ['test/program/**/*.test.ts'], ...built, isolate: false } },
      { test: { name: 'played', include: ['test/played/**/*.test.ts'], ...built, isolate: false } },
      { test: { name: 'attacks', include: ['test/attacks/**/*.test.ts'], ...built, isolate: false } },
    ],
  },
})
