import { Readable } from 'node:stream'
import { request } from 'undici'
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

test('both ports refuse a body that does not say its length: it could be of any size', async ({
  onTestFinished,
}) => {
  const { address, stop } = await startPractice({ clock: standingClock, log: silentLog })
  onTestFinished(stop)
  const { access_token } = (await wireTo(address).logIn()).body
  for (const [to = '', token = ''] of [
    [`${address.url}/v2/invoice`, access_token],
    [`${address.control}/pay`, address.control_token],
  ]) {
    const headers = { 'content-type': 'application/json', authorization: `Bearer ${token}` }
    const { body } = await request(to, { method: 'POST', headers, body: Readable.from(['{}']) })
    expect(await body.json()).toMatchObject({ message: 'The body is too large' })
  }
})
