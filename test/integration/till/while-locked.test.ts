/** What happens while the till is locked, also when it stays locked because all PIN attempts are used up. */
import { readdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { PIN_ATTEMPTS } from '../../../main/shop/people/index.ts'
import type { LockedView, PageView } from '../../../shared/page/view.ts'
import { chargedSale } from '../../support/charged-sale.ts'
import { eventually } from '../../support/eventually.ts'
import { tillAtPractice } from '../../support/looks.ts'
import { completed, paidSale, startReturn, untilReturn } from '../../support/returns.ts'
import { hire, PINS, putAtTill } from '../../support/staff.ts'
import type { Till } from '../../support/terminal.ts'

async function tillWithStaff() {
  const { till, payer, folder, start } = await tillAtPractice()
  return { till, payer, folder, start, ...(await hire(till)) }
}

/** Waits until the lock screen shows this, woken by the terminal's own views. */
const lockScreen = (till: Till, wanted: (view: LockedView) => boolean): Promise<LockedView> =>
  new Promise((resolve, reject) => {
    const look = (view: PageView): void => {
      if (!view.locked || !wanted(view)) return
      end()
      resolve(view)
    }
    const end = till.terminal.onView(look)
    till.ask('getView').then(look, reject)
  })

test('a QR is paid and its receipt printed while nobody’s PIN is accepted', async () => {
  const { till, payer, folder, start, ...crew } = await tillWithStaff()
  const { saleId, invoice } = await chargedSale(till)
  await till.stop()
  const used = Object.values(crew).map(({ id }) => [id, { wrong: 10, passed: 0 }])
  writeFileSync(join(folder, PIN_ATTEMPTS), JSON.stringify(Object.fromEntries(used)))
  const again = await start()
  for (const { id, role } of Object.values(crew))
    expect(await again.reply('signIn', { staffId: id, pin: PINS[role] })).toMatchObject({
      error: { name: 'PIN_HELD' },
    })
  await payer.pay({ invoice_id: invoice.invoiceId })
  expect((await lockScreen(again, ({ sale }) => sale === 'completed')).arrivals).toEqual([])
  await eventually(() => expect(readdirSync(join(folder, 'test-receipts'))).not.toEqual([]))
  expect(await again.reply('getSale', { saleId })).toMatchObject({ error: { name: 'SIGNED_OUT' } })
})

test('a parked QR that is paid is told on the lock screen, without its sale and amount, and after the sign-in', async () => {
  const { till, payer, cashier } = await tillWithStaff()
  const { saleId, total, invoice } = await chargedSale(till)
  await till.ask('nextSale', { saleId })
  await till.ask('lock')
  await payer.pay({ invoice_id: invoice.invoiceId })
  const shown = await lockScreen(till, ({ arrivals }) => arrivals.length > 0)
  expect(shown.arrivals).toEqual([{ number: 1, kind: 'paid' }])
  expect(JSON.stringify(shown)).not.toMatch(new RegExp(`${saleId}|${total}`))
  await putAtTill(till, cashier)
  expect((await till.view()).arrivals).toMatchObject([{ saleId, kind: 'paid', amount: total }])
})

test('late money is told on the lock screen, and waits in the attention list', async () => {
  const { till, payer, owner } = await tillWithStaff()
  const { saleId, invoice } = await chargedSale(till)
  await till.cancel(saleId)
  await till.ask('lock')
  await payer.pay({ invoice_id: invoice.invoiceId })
  const { arrivals } = await lockScreen(till, ({ sale }) => sale === 'late-payment')
  expect(arrivals).toEqual([{ number: 1, kind: 'late' }])
  await putAtTill(till, owner)
  expect(await till.ask('listAttention')).toMatchObject([{ saleId, cause: 'late-money' }])
})

test('a return that has begun voids its e-receipt and refunds the card', async () => {
  const { till, payer, owner } = await tillWithStaff()
  const { saleId } = await paidSale(till, payer, { type: 'CARD' })
  await startReturn(till, saleId)
  await till.ask('lock')
  await eventually(async () => {
    const { payments, ereceipts } = await payer.state()
    expect(payments.map(({ status }) => status)).toEqual(['CANCELLED'])
    expect(ereceipts.map(({ status }) => status)).toEqual(['CANCELLED'])
  })
  await putAtTill(till, owner)
  await untilReturn(till, saleId, completed)
})
