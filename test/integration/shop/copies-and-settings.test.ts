/** Copies of the shop while other settings change. */
import { rmSync } from 'node:fs'
import { expect, test } from 'vitest'
import { handClock } from '../../support/hand-clock.ts'
import { temporaryFolder } from '../../support/temporary-folder.ts'
import { startTill } from '../../support/terminal.ts'

test('a failed copy is tried again every five minutes, whatever other settings change meanwhile', async () => {
  const clock = handClock()
  const tries: string[] = []
  const warn = (line: string) => void (line.startsWith('copy of the shop') && tries.push(line))
  const log = { info: () => {}, error: () => {}, warn }
  const till = await startTill({ folder: temporaryFolder(), practice: null, clock, log })
  const stick = temporaryFolder()
  await till.ask('saveSettings', { copies: { folder: stick, everyHours: 1, keep: 3 } })
  rmSync(stick, { recursive: true })
  for (let minute = 1; minute <= 60; minute++) {
    clock.advance(60_000)
    await expect.poll(async () => (await till.ask('getCopies')).making).toBe(false)
    if (minute % 4 === 0) await till.ask('saveSettings', { theme: minute % 8 === 0 ? 'light' : 'dark' })
  }
  expect(tries.length).toBeGreaterThanOrEqual(9)
})

test('six simultaneous saves of the copy plan all succeed, and the last one is kept, also after a restart', async () => {
  const folder = temporaryFolder()
  const start = () => startTill({ folder, practice: null, clock: handClock() })
  const till = await start()
  const plans = Array.from({ length: 6 }, (_, at) => ({
    folder: temporaryFolder(),
    everyHours: 1,
    keep: 3 + at,
  }))
  const replies = await Promise.all(plans.map((copies) => till.reply('saveSettings', { copies })))
  expect(replies.map((reply) => (reply.ok ? 'ok' : reply.error.name))).toEqual(Array(6).fill('ok'))
  expect((await till.view()).settings.copies).toEqual(plans.at(-1))
  await till.stop()
  expect((await (await start()).view()).settings.copies).toEqual(plans.at(-1))
})
