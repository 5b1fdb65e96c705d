import { expect, test, vi } from 'vitest'
import { createRasterRenderer } from '../../../../main/paper/draw/index.ts'

// As Node does where the system allows no further thread.
vi.mock('node:worker_threads', () => ({
  Worker: class {
    constructor() {
      throw Object.assign(new Error('EAGAIN'), { code: 'ERR_WORKER_INIT_FAILED' })
    }
  },
}))

test('a receipt is drawn on the main thread if no worker thread can be started', async () => {
  const { prepare, render } = createRasterRenderer()
  await prepare(80)
  expect(prepare(80)).toBeNull()
  const blocks = [{ kind: 'text', text: 'Баярлалаа', align: 'left', size: 'normal', bold: false }] as const
  expect(render({ blocks }, 80).bits.some((byte) => byte > 0)).toBe(true)
})
