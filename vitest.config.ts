import { availableParallelism } from 'node:os'
import { join } from 'node:path'
import { defineConfig } from 'vitest/config'
import { BaseSequencer, type TestSpecification } from 'vitest/node'
import { builtTillPrograms } from './scripts/run/hosts/till-programs.ts'
import { searches, WHOLE_ONLY } from './test/whole-only.ts'

/** As scripts/run/tests/run-part.ts chooses: without it, all files of a part. */
const { TUGRIK_TESTS: chosen } = process.env
const rest = chosen === 'rest' ? [...Object.keys(WHOLE_ONLY), ...searches()] : []

const part = (name: string) => ({
  extends: true as const,
  test: {
    name,
    include:
      chosen === 'rest'
        ? rest.filter((file) => file.startsWith(`test/${name}/`))
        : [`test/${name}/**/*.test.{ts,tsx}`],
    exclude: chosen === 'everyday' ? Object.keys(WHOLE_ONLY) : [],
  },
})

/** Files that take long although they are short: they begin first, so that no worker is left with one at the end. */
const LONG = [
  'torture',
  'torture-shop',
  'receipt-read-back',
  'cups',
  'receipt-pdf',
  'across-update',
  'prove',
  'seed-history',
]

class LongFilesFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const isLong = ({ moduleId }: TestSpecification): boolean =>
      LONG.some((name) => moduleId.endsWith(`/${name}.test.ts`))
    const sorted = await super.sort(files)
    return [...sorted.filter(isLong), ...sorted.filter((file) => !isLong(file))]
  }
}

export default defineConfig({
  test: {
    // A busy machine takes many times as long. Only a test that hangs reaches this.
    testTimeout: 300_000,
    hookTimeout: 300_000,
    // A forgotten `.only` would show all other tests of its file as green.
    allowOnly: false,
    expect: { poll: { timeout: 120_000 } },
    // A failure shows the whole of what was found.
    chaiConfig: { truncateThreshold: 0 },
    // A worker of the integration tests waits half of the time: for timers, other processes and the disk.
    maxWorkers: availableParallelism() + 2,
    env: {
      // A process that a test starts compiles the product once. That is half of a till's start.
      NODE_COMPILE_CACHE: join(import.meta.dirname, 'out/.compiled'),
      TUGRIK_TEST_THREADS: builtTillPrograms(),
    },
    // Test files share the modules of their worker: importing the product for each takes a quarter of the unit tests' time.
    isolate: false,
    sequence: { sequencer: LongFilesFirst },
    projects: ['unit', 'integration'].map(part),
  },
})
