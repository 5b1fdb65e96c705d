import { vi } from 'vitest'

/**
 * Repeats the check until it does not throw. Fails with the check's last error after two minutes, as `expect.poll` does
 * (vitest.config.ts): a busy machine takes many times as long as an idle one.
 */
export const eventually = <Value>(check: () => Value | Promise<Value>): Promise<Value> =>
  vi.waitFor(check, { timeout: 120_000 })
