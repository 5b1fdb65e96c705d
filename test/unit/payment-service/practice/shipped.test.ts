import { expect, test } from 'vitest'
import { silentLog } from '../../../../main/base/clock-and-log.ts'
import { practicePayer, startPractice } from '../../../../main/payment-service/practice/index.ts'
import { practiceControl } from '../../../../scripts/run/practice/index.ts'
import { invoiced, simpleInvoice, standingClock, wireTo } from './practice-under-test.ts'

test('the practice service of a till can be paid, and has no faults and no state to read', async ({
  onTestFinished,
}) => {
  const { address, stop } = await startPractice({ clock: standingClock, log: silentLog })
  onTestFinished(stop)
  const wire = wireTo(address)
  const invoice_id = await invoiced(wire, simpleInvoice(wire))
  expect(await practicePayer(address).pay({ invoice_id })).toMatchObject({ amount: 4350 })
  const { faults, chaos, line, reset, state } = practiceControl(address)
  for (const refused of [() => faults(null), () => chaos(null), () => line({ up: false }), reset, state])
    await expect(refused()).rejects.toThrow('404')
})
