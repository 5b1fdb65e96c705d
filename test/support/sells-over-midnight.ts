/**
 * A script of its own, for any time zone in TZ: a terminal that sells a minute before and a minute after midnight at
 * the end of a month in Ulaanbaatar, and closes its shift. Prints the results as JSON.
 */
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { openTill } from '../../scripts/run/hosts/till-in-node.ts'
import { FIRST_SETTINGS } from '../../shared/shop/settings.ts'
import { handClock } from './hand-clock.ts'

const MINUTE = 60_000
/** 23:59 of 30 November in Ulaanbaatar. */
const BEFORE_MIDNIGHT = Date.UTC(2026, 10, 30, 15, 59)

const folder = mkdtempSync(join(tmpdir(), 'tugrik-zone-'))
const clock = handClock(BEFORE_MIDNIGHT)
const { call: ask, stop } = await openTill({ folder, settings: FIRST_SETTINGS, clock })

async function sell(): Promise<string> {
  const { products } = await ask('searchGoods', { query: '', category: null, limit: 1 })
  const { saleId } = await ask('addProduct', { code: products[0]?.code ?? '' })
  await ask('takeTender', { saleId, received: '' })
  await ask('nextSale', { saleId })
  return saleId
}

async function reportOf(from: string, to: string) {
  for (;;) {
    const step = await ask('readReport', { from, to, order: 'amount' })
    if (!step.done) continue
    const { totals, tables } = step.report
    const sold = ({ key, times }: { readonly key: string; readonly times: number }) =>
      times > 0 ? [[key, times]] : []
    return {
      sales: totals.sales,
      days: tables.days.rows.flatMap(sold),
      hours: tables.hours.rows.flatMap(sold),
    }
  }
}

await ask('openShift', { float: '' })
const november = await sell()
clock.advance(2 * MINUTE)
const december = await sell()
const saleOf = async (saleId: string) => (await ask('getSale', { saleId })).view.sale
const { path } = await ask('saveReceipt', { saleId: november, format: 'html' })
const shift = await ask('getShift', { shiftId: null })
const shiftId = shift?.shift.id ?? ''
const expected = shift?.totals?.drawer.expected ?? 0
await ask('countDraft', { shiftId, lines: [], done: true })
await ask('closeShift', { shiftId, lines: [], expected, reason: 'тоолоогүй' })

const said = {
  numbers: await Promise.all(
    [november, december].map(async (id) => (await saleOf(id)).senderInvoiceNo.slice(0, -5)),
  ),
  days: await Promise.all([november, december].map(async (id) => (await saleOf(id)).day)),
  paper: /\d{4}-\d\d-\d\d \d\d:\d\d:\d\d/.exec(readFileSync(path, 'utf8'))?.[0],
  november: await reportOf('2026-11-01', '2026-11-30'),
  december: await reportOf('2026-12-01', '2026-12-31'),
  z: (await ask('getShift', { shiftId }))?.totals?.sales,
  shiftless: (await ask('listShifts', { most: 60, also: null })).shiftless,
}
await stop()
rmSync(folder, { recursive: true, force: true })
process.stdout.write(JSON.stringify(said))
