import { vi } from 'vitest'

/**
 * Repeats the check until it throws nothing, as `expect.poll` does for one value. A slow machine takes many times as
 * long as a fast one, so every such wait has the same long limit (vitest.config.ts): only what never comes reaches it.
 */
export const eventually = <Value>(check: () => Value | Promise<Value>): Promise<Value> =>
  vi.waitFor(check, { timeout: 120_000 })
