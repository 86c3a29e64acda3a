import { availableParallelism } from 'node:os'
import { fileURLToPath } from 'node:url'
import { defineConfig } from 'vitest/config'

// The files that a worker runs share its modules: loading them anew for each took two thirds of the time. So a test ends what
// it changes of its process (fake timers, environment), and hooks stand in test files or in functions that these call.
const base = {
  environment: 'node' as const,
  exclude: ['**/node_modules/**'],
  isolate: false,
  unstubEnvs: true,
  // For the processes that tests start: stripping the types of the command line takes a second otherwise.
  env: { NODE_COMPILE_CACHE: fileURLToPath(new URL('node_modules/.cache/winnow-compiled', import.meta.url)) },
}

// Three projects: rules (unit), what needs a server (int), whole flows (e2e).
export default defineConfig({
  test: {
    // Much of integration and whole flows is waiting: two cores serve two files.
    maxWorkers: Math.max(2, availableParallelism() - 1),
    projects: [
      {
        test: {
          ...base,
          name: 'unit',
          // Parsers in workers and large inputs take a second of a processor, which a busy machine gives late.
          testTimeout: 30_000,
          include: ['{packages,services,apps}/*/src/**/*.test.ts', 'evals/**/*.test.ts', 'tests/**/*.test.ts'],
          exclude: ['**/node_modules/**', '**/*.int.test.ts', '**/*.e2e.test.ts'],
        },
      },
      {
        test: {
          ...base,
          name: 'int',
          include: ['{packages,services,apps}/*/src/**/*.int.test.ts'],
          testTimeout: 60_000,
          hookTimeout: 120_000,
        },
      },
      { test: { ...base, name: 'e2e', include: ['e2e/**/*.e2e.test.ts'], testTimeout: 300_000, hookTimeout: 120_000 } },
    ],
  },
})
