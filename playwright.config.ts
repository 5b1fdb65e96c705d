import { availableParallelism } from 'node:os'
import { defineConfig } from '@playwright/test'
import type { TillOptions, WorkerOptions } from './test/support/hosts.ts'

/** The same specs in the real Electron and in the browser host; see scripts/run/test.ts for which of them `npm test` runs. */
export default defineConfig<TillOptions, WorkerOptions>({
  testDir: 'test/e2e',
  outputDir: 'test-results',
  fullyParallel: true,
  // A spec waits for processes and the disk: one worker more than processors keeps these busy.
  workers: availableParallelism() + 1,
  // A busy machine takes many times as long. Only a spec that hangs reaches this.
  timeout: 180_000,
  expect: { timeout: 20_000 },
  // A forgotten `.only` would show all other specs as green.
  forbidOnly: true,
  // A click or a wait that takes longer than this fails, and the error names it. The error of a whole spec's time limit
  // does not.
  use: { screenshot: 'only-on-failure', actionTimeout: 120_000 },
  projects: [
    // The page alone, with the till in the test's process. A spec that needs more says so (test/support/hosts.ts). Those
    // for a whole host run in Electron, or in the browser host where there is none.
    { name: 'page', use: { hostKind: 'page' }, grepInvert: /@electron|@process|@installed|@smoke/ },
    { name: 'electron', use: { hostKind: 'electron' }, grep: /@electron|@process|@smoke/ },
    { name: 'packaged', use: { hostKind: 'packaged' }, grep: /@packaged|@installed/ },
    { name: 'browser', use: { hostKind: 'browser' }, grep: /@process|@smoke/ },
  ],
})
