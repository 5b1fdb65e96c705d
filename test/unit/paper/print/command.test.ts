import { expect, test } from 'vitest'
import { runCommand } from '../../../../main/paper/print/command.ts'

test('a command that the system refuses to start ends without an answer, and does not throw', async () => {
  const tooLong = 'x'.repeat(3_000_000)
  expect(
    await runCommand(process.execPath, [tooLong], { environment: process.env, ms: 1_000 }),
  ).toMatchObject({ code: null, out: '', err: expect.stringContaining('E2BIG') })
})
