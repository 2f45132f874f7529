import { defineConfig } from 'vitest/config'

// `unit` needs nothing built; `program` runs the built command line on real repositories; `played` does so with agents that
// are played by small programs, many calls each: slower, and a command of its own (npm run test:played). `long` is more of that, beside CI (npm run test:long).
export default defineConfig({
  test: {
    maxWorkers: 3,
    projects: [
      {
        test: {
          name: 'unit',
          include: ['src/**/*.test.ts', 'test/*.test.ts', 'test/kit/*.test.ts'],
          setupFiles: ['test/setup/environment.ts'],
          testTimeout: 30_000,
        },
      },
      {
        test: {
          name: 'played',
          include: ['test/played/**/*.test.ts'],
          globalSetup: ['test/setup/build.ts'],
          setupFiles: ['test/setup/environment.ts'],
          testTimeout: 120_000,
        },
      },
      {
        test: {
          name: 'long',
          include: ['test/long/**/*.test.ts'],
          globalSetup: ['test/setup/build.ts'],
          setupFiles: ['test/setup/environment.ts'],
          testTimeout: 120_000,
        },
      },
      {
        test: {
          name: 'program',
          include: ['test/program/**/*.test.ts'],
          globalSetup: ['test/setup/build.ts'],
          setupFiles: ['test/setup/environment.ts'],
          testTimeout: 60_000,
        },
      },
    ],
  },
})
