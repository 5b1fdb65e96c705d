/** Cards at the bank's terminal and bank transfers, beside cash and QR: sold, split, repaid, counted and printed. */
import { describe, expect, test } from 'vitest'
import { returnedOf } from '../../../scripts/trials/torture/audit/returned.ts'
import { tugriks } from '../../../shared/money/money.ts'
import { rungUp, stateOf } from '../../support/charged-sale.ts'
import { EVERY_SALE } from '../../support/every-sale.ts'
import { reportNow, totalsNow } from '../../support/looks.ts'
import { completed, saleOf, startReturn, untilReturn } from '../../support/returns.ts'
import { tillAtPrinter } from '../../support/till-at-printer.ts'

const ALL_TENDERS = { cash: 'on', qr: 'on', card: 'on', transfer: 'on' } as const

async function openTill() {
  const shop = await tillAtPrinter({ settings: { tenders: ALL_TENDERS } })
  await shop.till.ask('openShift', { float: '' })
  return shop
}

const KINDS = [
  { kind: 'card', line: 'terminal', words: 'Карт (банкны терминал)' },
  { kind: 'transfer', line: 'transfer', words: 'Шилжүүлгээр' },
] as const

describe.each(KINDS)('a $kind payment at the counter', ({ kind, line, words }) => {
  test('completes the sale without the service, is on the receipt with its reference, and has a line of its own in X', async () => {
    const { till, payer, papers, printer } = await openTill()
    await payer.line({ up: false })
    const { saleId, total } = await rungUp(till)
    await till.ask('takeTender', { saleId, kind, received: '', reference: ' 4711  бат ' })
    const done = await till.until(saleId, 'completed')
    expect(done?.status).toMatchObject({ paid: total, tenders: [{ kind, amount: total, change: 0 }] })
    expect(papers()[0]).toContain(`${words} · 4711 бат`)
    expect(papers()[0]).toContain('Кассад төлсөн дүнгийн')
    expect(papers()[0]).not.toContain('Бэлнээр')
    const { tenders, drawer, sales } = await totalsNow(till)
    expect(sales).toEqual({ count: 1, amount: total })
    expect(tenders).toMatchObject({ [line]: { count: 1, amount: total }, cash: { count: 0, amount: 0 } })
    expect(drawer.expected).toBe(0)
    // The drawer was opened for the shift, not for the sale.
    expect(printer.drawerPulses()).toHaveLength(1)
    const found = await till.ask('searchSales', { ...EVERY_SALE, tender: kind })
    expect(found.rows).toMatchObject([{ id: saleId, tender: kind }])
    const report = await reportNow(till)
    const amounts = report.tables.tenders.rows.flatMap(({ key, amount }) =>
      amount > 0 ? [[key, amount]] : [],
    )
    expect(amounts).toEqual([[line, total]])
  })

  test('above the amount due is refused and gives no change', async () => {
    const { till } = await openTill()
    const { saleId, total } = await rungUp(till)
    const request = { saleId, kind, received: String(total / 100 + 1), reference: '' }
    expect(await till.reply('takeTender', request)).toMatchObject({ error: { name: 'TENDER_TOO_MUCH' } })
    expect(await stateOf(till, saleId)).toMatchObject({ name: 'open', tenders: [] })
  })

  test('goes back the way it came, and then counts neither in the drawer nor in its line', async () => {
    const { till, papers } = await openTill()
    const { saleId, total } = await rungUp(till)
    await till.ask('takeTender', { saleId, kind, received: '' })
    await till.until(saleId, 'completed')
    const plan = await till.ask('planReturn', { saleId, lines: null, way: 'cash' })
    expect(plan.parts).toMatchObject([{ by: 'hand', way: kind, why: 'tender', tender: kind, amount: total }])
    const returnId = await startReturn(till, saleId)
    const partId = plan.parts[0]?.id ?? ''
    const action = { do: 'repaid', partId, how: kind, note: '' } as const
    await till.ask('settleReturnStep', { saleId, returnId, action })
    await untilReturn(till, saleId, completed)
    expect(returnedOf(await saleOf(till, saleId))).toMatchObject({
      [kind === 'card' ? 'card' : 'transferred']: total,
      cash: 0,
      total,
    })
    const totals = await totalsNow(till)
    expect(totals).toMatchObject({ returns: { count: 1, amount: total }, net: 0, drawer: { expected: 0 } })
    expect(totals.tenders[line].amount).toBe(0)
    await till.untilView(({ printing }) => printing.waiting === 0)
    expect(papers().at(-1)).toContain(kind === 'card' ? 'Карт' : 'Шилжүүлгээр')
    await expect(till.ask('planReturn', { saleId, lines: null, way: 'cash' })).rejects.toThrow('RETURN_EMPTY')
  })

  test('for a part of a sale must be given back before the sale can be discarded', async () => {
    const { till } = await openTill()
    const { saleId } = await rungUp(till)
    await till.ask('takeTender', { saleId, kind, received: '500' })
    const status = await stateOf(till, saleId)
    const tenderId = status.name === 'open' ? (status.tenders[0]?.id ?? '') : ''
    expect(await till.reply('discardSale', { saleId })).toMatchObject({ error: { name: 'SALE_TENDERED' } })
    await till.ask('returnTender', { saleId, tenderId })
    await till.ask('discardSale', { saleId })
    expect((await totalsNow(till)).tenders[line].amount).toBe(0)
  })
})

test('a sale split over cash, card and QR has each tender in the Z, and an e-receipt for the QR’s part only', async () => {
  const { till, payer, papers } = await openTill()
  const { saleId, total } = await rungUp(till)
  await till.ask('takeTender', { saleId, received: '1000' })
  await till.ask('takeTender', { saleId, kind: 'card', received: '2000', reference: '4711' })
  await till.ask('charge', { saleId })
  const shown = await till.until(saleId, 'awaiting-payment')
  const due = total - tugriks(3000)
  expect(shown?.status).toMatchObject({ due })
  const [invoice] = (await payer.state()).invoices
  await payer.pay({ invoice_id: invoice?.invoice_id ?? '' })
  const done = await till.until(saleId, 'completed')
  expect(done?.status).toMatchObject({ paid: total, surplus: 0, ereceipts: [{ amount: due }] })
  const wanted = { cash: tugriks(1000), terminal: tugriks(2000), transfer: 0, qr: due, card: 0 }
  const { tenders, net, drawer } = await totalsNow(till)
  expect(Object.fromEntries(Object.entries(tenders).map(([name, { amount }]) => [name, amount]))).toEqual(
    wanted,
  )
  expect([net, drawer.expected]).toEqual([total, tugriks(1000)])
  for (const words of ['Бэлнээр', 'Карт (банкны терминал) · 4711', 'QR']) expect(papers()[0]).toContain(words)
  const { rows } = await till.ask('searchSales', { ...EVERY_SALE, tender: 'split' })
  expect(rows).toMatchObject([{ id: saleId }])

  const shiftId = (await till.ask('getShift', { shiftId: null }))?.shift.id ?? ''
  const lines = [{ value: 1_000, count: 1 }] as const
  await till.ask('countDraft', { shiftId, lines: [...lines], done: true })
  await till.ask('closeShift', { shiftId, lines: [...lines], expected: drawer.expected, reason: '' })
  await till.untilView(({ printing }) => printing.waiting === 0)
  const z = papers().at(-1) ?? ''
  expect(z).toContain('Z')
  for (const words of ['Карт (банкны терминал)', '2,000', '1,000']) expect(z).toContain(words)
  expect((await till.ask('getShift', { shiftId }))?.totals?.tenders.terminal.amount).toBe(tugriks(2000))
})

test('a tender that was switched off can still pay the rest of a sale that it paid in part', async () => {
  const { till } = await openTill()
  const { saleId } = await rungUp(till)
  await till.ask('takeTender', { saleId, kind: 'card', received: '500' })
  const { terminalCode, invoicing, paperWidth, printer, shop, cityTaxPercent } = (await till.view()).settings
  const kept = { terminalCode, invoicing, paperWidth, printer, shop, cityTaxPercent }
  const tenders = { cash: 'off', qr: 'off', card: 'off', transfer: 'on' } as const
  await till.ask('saveSettings', { ...kept, tenders })
  await till.ask('takeTender', { saleId, kind: 'card', received: '' })
  await till.until(saleId, 'completed')
  const next = await rungUp(till)
  const refused = till.ask('takeTender', { saleId: next.saleId, kind: 'card', received: '' })
  await expect(refused).rejects.toThrow('TENDER_OFF')
})

test('returns of a split sale go back in cash first, then by card, and never more by a tender than came by it', async () => {
  const { till } = await openTill()
  const { saleId, total } = await rungUp(till)
  await till.ask('takeTender', { saleId, received: '1000' })
  await till.ask('takeTender', { saleId, kind: 'card', received: '' })
  await till.until(saleId, 'completed')
  const { parts } = await till.ask('planReturn', { saleId, lines: null, way: 'cash' })
  expect(parts).toMatchObject([
    { by: 'hand', way: 'cash', why: 'cash', amount: tugriks(1000) },
    { by: 'hand', way: 'card', why: 'tender', amount: total - tugriks(1000) },
  ])
})
