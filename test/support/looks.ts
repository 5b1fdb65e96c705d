/** Checks at the service that wait until their result is recorded. */
import { expect } from 'vitest'
import type { FaultRequest, PracticeControl } from '../../scripts/run/practice/index.ts'
import type { Report } from '../../shared/books/report.ts'
import type { ShiftTotals } from '../../shared/books/shift.ts'
import type { AttentionItem } from '../../shared/page/index.ts'
import type { Payment, SaleEventKind } from '../../shared/sale/sale.ts'
import { dayAfter, shopDay } from '../../shared/shop/shop-day.ts'
import { fastClock } from './fast-clock.ts'
import { temporaryFolder } from './temporary-folder.ts'
import { openPractice, startTill, type Till, type TillParts } from './terminal.ts'

/** A till with a practice service to pay at. `start` opens it again in its folder. */
export async function tillAtPractice(parts: Partial<TillParts> = {}) {
  const { address, payer } = await openPractice()
  const folder = parts.folder ?? temporaryFolder()
  const start = () => startTill({ folder, practice: address, ...parts })
  return { till: await start(), payer, folder, address, start }
}

/** The same with a clock that runs 40 times as fast, for waits between retries. A minute of an approval is short there. */
export const quickTillAtPractice = (parts: Partial<TillParts> = {}) =>
  tillAtPractice({ clock: fastClock(40), ...parts })

const saleDetail = (till: Pick<Till, 'ask'>, saleId: string) => till.ask('getSale', { saleId })

/** The sale with the goods of other taxes that were split off when this one was charged. */
export async function restOf(till: Pick<Till, 'ask'>, saleId: string): Promise<string> {
  const { events } = await saleDetail(till, saleId)
  const rests = events.flatMap(({ event }) => (event.kind === 'cart-replaced' ? [event.rest] : []))
  return rests.at(-1) ?? ''
}

/** Presses "check now" and waits until the result is recorded. */
export async function look(till: Pick<Till, 'ask'>, saleId: string): Promise<void> {
  const before = (await saleDetail(till, saleId)).view.monitoring?.lastCheckedAt ?? null
  await till.ask('checkNow', { saleId })
  await expect
    .poll(async () => {
      const { monitoring } = (await saleDetail(till, saleId)).view
      return monitoring?.checking === false && monitoring.lastCheckedAt !== before
    })
    .toBe(true)
}

/** The merchant refunds a payment at the service, and a check records it. Without an id, the sale's first payment. */
export async function refundedElsewhere(
  { till, payer }: { readonly till: Pick<Till, 'ask'>; readonly payer: PracticeControl },
  saleId: string,
  id?: string,
): Promise<void> {
  const payment_id = id ?? (await paymentsOf(till, saleId))[0]?.paymentId ?? ''
  await payer.settle({ payment_id, status: 'REFUNDED' })
  await look(till, saleId)
}

/** Makes one check that gets this fault of POST /v2/payment/check. */
export async function lookAt(
  till: Pick<Till, 'ask'>,
  payer: PracticeControl,
  saleId: string,
  fault: FaultRequest,
): Promise<void> {
  const asked = async () => (await payer.state()).faults[fault.effect] ?? 0
  const before = await asked()
  await payer.faults([{ path: '/v2/payment/check', method: 'POST', ...fault }])
  await look(till, saleId)
  expect(await asked(), 'the fault struck a check').toBeGreaterThan(before)
}

/** The attention items: cause and amount. */
export const attentionIn = async (till: Pick<Till, 'ask'>) =>
  (await till.ask('listAttention')).map(({ cause, amount }) => [cause, amount] as const)

export async function waiting(
  till: Pick<Till, 'ask'>,
  cause: AttentionItem['cause'],
): Promise<AttentionItem> {
  const item = async () => (await till.ask('listAttention')).find((one) => one.cause === cause)
  await expect.poll(async () => (await item())?.cause).toBe(cause)
  return (await item()) as AttentionItem
}

export const kindsOf = async (till: Pick<Till, 'ask'>, saleId: string): Promise<readonly SaleEventKind[]> =>
  (await saleDetail(till, saleId)).events.map(({ event }) => event.kind)

export const paymentsOf = async (till: Pick<Till, 'ask'>, saleId: string): Promise<readonly Payment[]> =>
  (await saleDetail(till, saleId)).view.sale.payments

/** The X of the open shift. */
export async function totalsNow(till: Pick<Till, 'ask'>): Promise<ShiftTotals> {
  const totals = (await till.ask('getShift', { shiftId: null }))?.totals
  if (!totals) throw new Error('no shift is open')
  return totals
}

/** The report of these days. */
export async function reportOf(till: Pick<Till, 'ask'>, from: string, to = from): Promise<Report> {
  for (;;) {
    const step = await till.ask('readReport', { from, to, order: 'amount' })
    if (step.done) return step.report
  }
}

/** The report of today with the days around it, because midnight may come during a test. */
export function reportNow(till: Pick<Till, 'ask'>): Promise<Report> {
  const today = shopDay(Date.now())
  return reportOf(till, dayAfter(today, -1), dayAfter(today, 1))
}
