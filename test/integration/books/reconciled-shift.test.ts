/**
 * The reconciliation of a shift: which payments belong to it, whenever they came, and which belong to another shift.
 */
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { type Clock, machineClock } from '../../../main/base/clock-and-log.ts'
import { type ReconciliationSeen, spanOfShift } from '../../../shared/books/reconciliation.ts'
import { decide } from '../../support/attention.ts'
import { chargedSale, invoiceIdOf, paymentOf, stateOf } from '../../support/charged-sale.ts'
import { eventually } from '../../support/eventually.ts'
import { fastClock } from '../../support/fast-clock.ts'
import { otherProgram } from '../../support/other-program.ts'
import { cashSale, paidSale, saleOf } from '../../support/returns.ts'
import { temporaryFolder } from '../../support/temporary-folder.ts'
import { openPractice, startTill, type Till } from '../../support/terminal.ts'

const NOON = Date.parse('2026-11-20T04:00:00Z')

/** One clock for the till and the service. It starts at noon in Ulaanbaatar; `later` moves it on. */
function movedClocks() {
  let ahead = 0
  const moved = (clock: Clock): Clock => {
    const toNoon = NOON - clock.now()
    return { ...clock, now: () => clock.now() + toNoon + ahead }
  }
  return {
    later: (minutes: number) => {
      ahead += minutes * 60_000
    },
    moved,
  }
}

async function tillAtPractice() {
  const { later, moved } = movedClocks()
  const { address, payer } = await openPractice({ clock: moved(machineClock) })
  const folder = temporaryFolder()
  const till = await startTill({ folder, practice: address, clock: moved(fastClock(50)) })
  return { till, payer, folder, later, create: otherProgram(address) }
}

const openShift = async (till: Till): Promise<string> => {
  await till.ask('openShift', { float: '0' })
  return (await till.view()).shift.open?.id ?? ''
}

async function closeShift(till: Till, shiftId: string) {
  const { compared } = await till.ask('countDraft', { shiftId, lines: [], done: true })
  await till.ask('closeShift', { shiftId, lines: [], expected: compared?.expected ?? 0, reason: 'Туршилт' })
  const report = await till.ask('getShift', { shiftId })
  return report?.totals?.tenders
}

async function reconciled(till: Till, shiftId: string): Promise<ReconciliationSeen> {
  const span = spanOfShift(shiftId)
  await till.ask('startReconciliation', { span })
  return eventually(async () => {
    const { run, result } = await till.ask('getReconciliation', { span })
    expect(run).toEqual({ state: 'idle' })
    if (result === null) throw new Error('not reconciled')
    return result
  })
}

const shownKinds = ({ discrepancies }: ReconciliationSeen) =>
  discrepancies.map(({ kind, saleId, senderInvoiceNo }) => `${kind} ${saleId ?? senderInvoiceNo}`).sort()

test('two successive shifts each have their own sales and discrepancies, and all money is in exactly one of them', async () => {
  const { till, payer, later, create } = await tillAtPractice()
  const first = await openShift(till)
  later(5)
  const one = await paidSale(till, payer, { type: 'P2P' })
  const refunded = await paidSale(till, payer, { type: 'CARD' })
  const refundedInvoice = await invoiceIdOf(till, refunded.saleId)
  // Money that the till knows to be refunded no longer counts in its books, so no later check may tell it.
  await payer.faults([{ path: '/v2/payment/check', about: refundedInvoice, effect: '500', rate: 1 }])
  await cashSale(till)
  const number = (await saleOf(till, one.saleId)).senderInvoiceNo
  const [lost, lostLater] = [number.replace(/-\d{4}-/, '-9001-'), number.replace(/-\d{4}-/, '-9002-')]
  await payer.pay({ invoice_id: (await create(lost)).invoiceId, amount: 1_000 })
  // Two sales are charged here and paid in the next shift: one of them in part, the other in full.
  const late = await chargedSale(till)
  await till.ask('nextSale', { saleId: late.saleId })
  const parts = await chargedSale(till)
  await payer.pay({ invoice_id: parts.invoice.invoiceId, amount: 500 })
  await till.check(parts.saleId, 'partly-paid')
  later(5)
  const tenders = await closeShift(till, first)

  later(5)
  const second = await openShift(till)
  later(5)
  await payer.pay({ invoice_id: late.invoice.invoiceId })
  await payer.pay({ invoice_id: parts.invoice.invoiceId })
  for (const { saleId } of [late, parts]) {
    await till.check(saleId, 'completed')
  }
  await till.ask('nextSale', { saleId: parts.saleId })
  const two = await paidSale(till, payer, { type: 'P2P' })
  await payer.pay({ invoice_id: (await create(lostLater)).invoiceId, amount: 2_000 })
  await payer.settle({ payment_id: await paymentOf(payer, refundedInvoice), status: 'REFUNDED' })
  later(5)
  const tendersLater = await closeShift(till, second)

  const of = await reconciled(till, first)
  expect(shownKinds(of)).toEqual(
    [
      `ereceipt-standing ${refunded.saleId}`,
      `money-without-sale ${lost}`,
      `status-differs ${refunded.saleId}`,
    ].sort(),
  )
  expect(of.shift).toMatchObject({ id: first, zNumber: 1 })
  // Each Z counts what came in its shift; the next shift's part of a sale is listed apart.
  expect(of.sums.ours.amount).toBe((tenders?.qr.amount ?? 0) + (tenders?.card.amount ?? 0) - 50_000)
  expect(of.apart).toMatchObject(
    [
      { saleId: late.saleId, what: 'charged-here', amount: late.total, shift: { zNumber: 2 } },
      { saleId: parts.saleId, what: 'taken-here', amount: 50_000, shift: { zNumber: 2 } },
    ].sort((a, b) => (a.saleId < b.saleId ? -1 : 1)),
  )

  const next = await reconciled(till, second)
  expect(shownKinds(next)).toEqual([`money-without-sale ${lostLater}`])
  const paid = late.total + parts.total + two.total
  expect(next.sums.matched).toEqual({ count: 4, amount: paid })
  expect(next.sums.ours.amount).toBe((tendersLater?.qr.amount ?? 0) + 50_000)
  expect(next.apart).toEqual([])

  // The two shifts together are the day.
  await till.ask('startReconciliation', { span: '2026-11-20' })
  const day = await eventually(async () => {
    const { result } = await till.ask('getReconciliation', { span: '2026-11-20' })
    if (result === null) throw new Error('not reconciled')
    return result
  })
  expect(shownKinds(day)).toEqual([...shownKinds(of), ...shownKinds(next)].sort())
  expect(day.sums.ours.amount).toBe(of.sums.ours.amount + next.sums.ours.amount)
  expect(day.sums.theirs.amount).toBe(of.sums.theirs.amount + next.sums.theirs.amount)
  const spans = (await till.ask('listReconciled')).map(({ span }) => span)
  expect(spans).toEqual([spanOfShift(second), spanOfShift(first), '2026-11-20'])
})

test('sales without a shift are in no shift’s reconciliation, but in the day’s', async () => {
  const { till, payer, later } = await tillAtPractice()
  const before = await paidSale(till, payer, { type: 'P2P' })
  later(5)
  const shift = await openShift(till)
  const { saleId, total } = await paidSale(till, payer, { type: 'P2P' })
  await payer.pay({ invoice_id: await invoiceIdOf(till, before.saleId), amount: 700 })
  await till.ask('checkNow', { saleId: before.saleId })
  await eventually(async () => expect(await till.ask('listAttention')).toMatchObject([{ cause: 'surplus' }]))
  const { discrepancies, sums, apart } = await reconciled(till, shift)
  expect(discrepancies).toEqual([])
  expect(sums.matched).toEqual({ count: 1, amount: total })
  expect(apart).toMatchObject([{ saleId: before.saleId, what: 'taken-here', amount: 70_000, shift: null }])
  expect(
    (await till.ask('listMatched', { span: spanOfShift(shift), offset: 0, limit: 9 })).rows,
  ).toMatchObject([{ saleId }])
})

test('an explanation in a shift’s reconciliation also counts in its day’s, and the shift is printed and exported under its number', async () => {
  const { till, payer, folder } = await tillAtPractice()
  const shift = await openShift(till)
  const { saleId } = await paidSale(till, payer, { type: 'P2P' })
  await payer.pay({ invoice_id: await invoiceIdOf(till, saleId), amount: 700, status: 'PENDING' })
  await closeShift(till, shift)
  const span = spanOfShift(shift)
  const key = (await reconciled(till, shift)).discrepancies[0]?.key ?? ''
  await till.ask('explainDiscrepancy', { span, key, why: 'Банк маргааш' })
  await till.ask('startReconciliation', { span: '2026-11-20' })
  await eventually(async () => {
    const { result } = await till.ask('getReconciliation', { span: '2026-11-20' })
    expect(result?.discrepancies).toMatchObject([{ explained: { why: 'Банк маргааш' } }])
  })
  await till.ask('printReconciliation', { span })
  await eventually(() =>
    expect(readdirSync(join(folder, 'test-receipts'))).toContain('Z-0001-reconciliation.png'),
  )
  const { path } = await till.ask('exportReconciliation', { span, format: 'csv' })
  expect(path).toContain('Z-0001')
  expect(readFileSync(path, 'utf8')).toContain('Z 0001')
  await expect(till.ask('startReconciliation', { span: 'shift:none' })).rejects.toThrow('NOT_FOUND')
})

test('after its resolution a single row is compared again: it is settled and the sums follow', async () => {
  const { till, payer } = await tillAtPractice()
  const shift = await openShift(till)
  await paidSale(till, payer, { type: 'P2P' })
  await payer.merchant({ registered_for_ebarimt: false })
  const owed = await paidSale(till, payer, { type: 'P2P' })
  const cancelled = await chargedSale(till)
  await till.cancel(cancelled.saleId)
  await payer.pay({ invoice_id: cancelled.invoice.invoiceId })
  const before = await reconciled(till, shift)
  const of = ({ discrepancies }: ReconciliationSeen, kind: string) =>
    discrepancies.find((one) => one.kind === kind)
  const span = spanOfShift(shift)
  const now = async () => (await till.ask('getReconciliation', { span })).result ?? before

  await payer.merchant({ registered_for_ebarimt: true })
  await till.ask('retryReceipt', { saleId: owed.saleId })
  await till.ask('readDiscrepancyAgain', { span, key: of(before, 'ereceipt-owed')?.key ?? '' })
  expect(of(await now(), 'ereceipt-owed')).toMatchObject({ resolvedAt: expect.any(Number), resolutions: [] })
  expect((await now()).sums).toEqual(before.sums)
  expect(of(await now(), 'money-without-sale')).toMatchObject({ resolvedAt: null })

  const key = of(before, 'money-without-sale')?.key ?? ''
  await till.ask('checkNow', { saleId: cancelled.saleId })
  await till.ask('readDiscrepancyAgain', { span, key })
  expect((await stateOf(till, cancelled.saleId)).name).toBe('late-payment')
  expect(of(await now(), 'money-without-sale')).toMatchObject({ resolvedAt: null })
  const [item] = await till.ask('listAttention')
  await decide(till, item, 'repaid-transfer')
  await payer.line({ up: false })
  await expect(till.ask('readDiscrepancyAgain', { span, key })).rejects.toThrow('SERVICE_UNANSWERED')
  await payer.line({ up: true })
  await till.ask('readDiscrepancyAgain', { span, key })
  const after = await now()
  expect(after.discrepancies.every(({ resolvedAt }) => resolvedAt !== null)).toBe(true)
  expect(after.sums.ours.amount).toBe(before.sums.ours.amount + cancelled.total)
  expect(after.sums.matched.amount).toBe(after.sums.theirs.amount)
  expect(await till.ask('listReconciled')).toMatchObject([{ span, discrepancies: 0 }])
  // Reading one number again gives what a whole reconciliation gives.
  const whole = await reconciled(till, shift)
  expect(whole.discrepancies).toEqual([])
  expect(whole.sums).toEqual(after.sums)
  expect(whole.fees).toEqual(after.fees)
  await expect(till.ask('readDiscrepancyAgain', { span, key })).rejects.toThrow('NOT_FOUND')
})
