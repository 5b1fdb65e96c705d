/** The till's clock is compared with the time of the service's answers. */
import { expect, test } from 'vitest'
import { machineClock } from '../../../main/base/clock-and-log.ts'
import { chargedSale } from '../../support/charged-sale.ts'
import { look, tillAtPractice } from '../../support/looks.ts'
import { temporaryFolder } from '../../support/temporary-folder.ts'

const MINUTE = 60_000

/** The machine's clock, set wrong by so many ms. */
function wrongClock(byMs: number) {
  let wrong = byMs
  const set = (now: number) => {
    wrong = now
  }
  return { ...machineClock, now: () => machineClock.now() + wrong, set }
}

async function answered(till: Awaited<ReturnType<typeof tillAtPractice>>['till']) {
  const { saleId } = await chargedSale(till)
  await look(till, saleId)
  await look(till, saleId)
  return saleId
}

test.each([
  ['behind', -5 * MINUTE],
  ['ahead', 5 * MINUTE],
])('a clock that is five minutes %s is shown with the difference, until it is set', async (_what, wrong) => {
  const clock = wrongClock(wrong)
  const { till } = await tillAtPractice({ clock })
  expect((await till.view()).clockOff).toBeNull()
  const saleId = await answered(till)
  const { clockOff } = await till.view()
  expect(clockOff?.than).toBe('service')
  expect(Math.abs((clockOff?.byMs ?? 0) + wrong)).toBeLessThan(20_000)
  clock.set(0)
  await look(till, saleId)
  await till.untilView((view) => view.clockOff === null)
})

test('a clock that is right is not called wrong because of an event from the time when it was ahead', async () => {
  const folder = temporaryFolder()
  const clock = wrongClock(60 * MINUTE)
  const first = await tillAtPractice({ folder, clock })
  await first.till.ask('addProduct', { code: '2001' })
  await first.till.stop()
  const { till } = await tillAtPractice({ folder, practice: first.address })
  expect((await till.view()).clockOff?.than).toBe('last-event')
  await answered(till)
  await till.untilView((view) => view.clockOff === null)
})
