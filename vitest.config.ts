import { availableParallelism } from 'node:os'
import { defineConfig } from 'vitest/config'

const part = (name: string) => ({
  extends: true as const,
  test: { name, include: [`test/${name}/**/*.test.{ts,tsx}`] },
})

export default defineConfig({
  test: {
    // A busy machine takes many times as long. Only a test that hangs reaches this.
    testTimeout: 300_000,
    // Left to itself vitest leaves a processor idle, of two the half: what tests of the product wait for are processes.
    maxWorkers: Math.max(2, availableParallelism() - 1),
    // Files share the modules of their worker: importing the product for each of them takes a quarter of the processor's time.
    isolate: false,
    projects: [part('unit'), part('integration')],
  },
})
