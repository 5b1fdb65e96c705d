/** Customers, one after the other: from the first line to whatever end. */
import { randomUUID } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'
import type { SaleStateName } from '../../shared/sale.ts'
import type { Cashier } from './cashier.ts'
import type { Chance } from './chance.ts'
import type { Notes, SaleNote } from './notes.ts'
import type { Payer } from './payer.ts'

export type Counter = {
  readonly cashier: Cashier
  readonly chance: Chance
  readonly notes: Notes
  readonly payer: Payer
  /** Pulls the till's plug. */
  readonly kill: () => void
}

/** Real time; the terminal's clock runs faster. */
const QR_PATIENCE_MS = 1_200
const END_PATIENCE_MS = 500
const LOOK_MS = 15
/** More than any basket here comes to. */
const LARGE_NOTES = '2000000'

export async function serveOne(counter: Counter): Promise<void> {
  const { cashier, chance } = counter
  await cashier.comeBack()
  await clearCounter(counter)
  const saleId = (chance.happens(0.15) ? await takeUp(counter) : null) ?? (await ringUp(counter))
  if (saleId === null) return
  if (chance.happens(0.12)) {
    await cashier.act('parkSale', { saleId, label: 'torture' })
    if (chance.happens(0.4)) return
    await cashier.act('resumeSale', { saleId })
  }
  await settle(counter, saleId)
  await leave(counter, saleId)
}

const noteOf = ({ notes, cashier }: Counter, saleId: string): SaleNote => notes.sale(cashier.till, saleId)

/** What stands there from before is carried to an end, or left. */
async function clearCounter(counter: Counter): Promise<void> {
  const view = await counter.cashier.look('getView')
  const sale = view.ok ? view.value.counter?.sale : undefined
  if (sale) await leave(counter, sale.id)
}

/** One of those set aside: a parked cart, or a QR that is still up. */
async function takeUp(counter: Counter): Promise<string | null> {
  const { cashier, chance } = counter
  const parked = await cashier.look('listParked')
  const rows = parked.ok ? parked.value : []
  const row = rows[chance.below(rows.length)]
  if (row === undefined) return null
  const reply = await cashier.act('resumeSale', { saleId: row.id })
  return reply.ok ? row.id : null
}

async function ringUp(counter: Counter): Promise<string | null> {
  const { cashier, chance } = counter
  const goods = await cashier.look('searchGoods', { query: '', category: null, limit: 60 })
  const products = goods.ok ? goods.value.products : []
  let saleId: string | null = null
  for (let line = 0; line <= chance.below(4); line += 1) {
    const pieces = chance.happens(0.2) ? 1 + chance.below(5) : 1
    const reply = await cashier.act('addProduct', {
      code: products[chance.below(products.length)]?.code ?? '',
      ...(pieces > 1 ? { quantity: String(pieces) } : {}),
    })
    if (!reply.ok) continue
    saleId = reply.value.saleId
    const { lines } = noteOf(counter, saleId)
    lines.set(reply.value.lineId, (lines.get(reply.value.lineId) ?? 0) + pieces * 1_000)
  }
  if (saleId !== null && chance.happens(0.15)) await changeMind(counter, saleId)
  return saleId
}

async function changeMind(counter: Counter, saleId: string): Promise<void> {
  const { cashier, chance } = counter
  const { lines } = noteOf(counter, saleId)
  const [first, second] = [...lines.keys()]
  if (first !== undefined) {
    const changed = await cashier.act('changeLine', { saleId, lineId: first, quantity: '7' })
    if (changed.ok) lines.set(first, 7_000)
  }
  if (second !== undefined) {
    const removed = await cashier.act('removeLine', { saleId, lineId: second })
    if (removed.ok) lines.delete(second)
  }
  if (chance.happens(0.5)) await cashier.act('setReceiver', { saleId, register: '6234567' })
}

async function settle(counter: Counter, saleId: string): Promise<void> {
  switch (counter.chance.weighed({ cash: 3, split: 3, qr: 9, nothing: 1 })) {
    case 'cash':
      return takeCash(counter, saleId, counter.chance.happens(0.5) ? LARGE_NOTES : '')
    case 'split':
      await takeCash(counter, saleId, '1000')
      return chargeByQr(counter, saleId)
    case 'qr':
      return chargeByQr(counter, saleId)
    case 'nothing':
      return
  }
}

async function takeCash(counter: Counter, saleId: string, received: string): Promise<void> {
  const name = randomUUID()
  const reply = await counter.cashier.act('takeCash', { saleId, received }, name)
  if (reply.ok) noteOf(counter, saleId).cash.set(name, received)
}

async function chargeByQr(counter: Counter, saleId: string): Promise<void> {
  const { cashier, chance, payer } = counter
  await charge(counter, saleId)
  if (chance.happens(0.05)) return // the next customer, before the QR is even up
  const shown = await waitForQr(counter, saleId)
  switch (chance.weighed(PAYERS)) {
    case 'pays':
      return payer.pay(shown)
    case 'pays in parts':
      await payer.pay(shown, 300)
      return payer.pay(shown)
    case 'pays too much':
      return payer.pay(shown, 90_000_000)
    case 'pays twice':
      await payer.pay(shown)
      return payer.pay(shown, 777)
    case 'pays slowly':
      return payer.begin(shown)
    case 'has cash after all':
      return takeCash(counter, saleId, chance.happens(0.5) ? LARGE_NOTES : '')
    case 'has paid a part':
      await payer.pay(shown, 300)
      await cashier.act('checkNow', { saleId })
      await waitFor(counter, saleId, ['partly-paid', 'completed', 'cancelled'])
      return chance.happens(0.5) ? takeCash(counter, saleId, '') : cancel(counter, saleId)
    case 'goes':
      await cancel(counter, saleId)
      if (chance.happens(0.6)) await payer.pay(shown)
      return
    case 'goes and pays at once':
      await Promise.all([cancel(counter, saleId), payer.pay(shown)])
      return
    case 'pays in the dark':
      counter.kill()
      return payer.pay(shown)
    case 'stands there':
      return
  }
}

const PAYERS = {
  pays: 9,
  'pays in parts': 2,
  'pays too much': 1,
  'pays twice': 2,
  'pays slowly': 1,
  'has cash after all': 3,
  'has paid a part': 2,
  goes: 4,
  'goes and pays at once': 2,
  'pays in the dark': 1,
  'stands there': 2,
}

async function charge({ cashier }: Counter, saleId: string): Promise<void> {
  const reply = await cashier.act('charge', { saleId })
  if (reply.ok || reply.error.name !== 'RECOVERY_UNSEEN') return
  await cashier.comeBack()
  await cashier.act('charge', { saleId })
}

async function cancel({ cashier, chance }: Counter, saleId: string): Promise<void> {
  await cashier.act('cancelCharge', { saleId })
  if (chance.happens(0.3)) await cashier.act('cancelCharge', { saleId })
}

/** The invoice whose QR is up, or null where it took too long. */
async function waitForQr({ cashier }: Counter, saleId: string): Promise<string | null> {
  const end = performance.now() + QR_PATIENCE_MS
  while (performance.now() < end) {
    const state = (await cashier.sale(saleId))?.state
    if (state && 'invoice' in state && state.invoice) return state.invoice.invoiceId
    if (state?.name !== 'invoicing') return null
    await pause(LOOK_MS)
  }
  return null
}

async function waitFor({ cashier }: Counter, saleId: string, names: readonly SaleStateName[]): Promise<void> {
  const end = performance.now() + END_PATIENCE_MS
  while (performance.now() < end) {
    const name = (await cashier.sale(saleId))?.state.name
    if (name === undefined || names.includes(name)) return
    await pause(LOOK_MS)
  }
}

async function leave(counter: Counter, saleId: string): Promise<void> {
  const { cashier, chance } = counter
  if (chance.happens(0.5)) await waitFor(counter, saleId, ['completed', 'cancelled', 'open', 'paid-late'])
  const state = (await cashier.sale(saleId))?.state
  if (state?.name === 'cancelled' && chance.happens(0.2)) return repeatGoods(counter, saleId)
  if (state?.name !== 'open') {
    await cashier.act('nextSale', { saleId })
    return
  }
  for (const { id } of state.cash) {
    const returned = await cashier.act('returnCash', { saleId, tenderId: id })
    if (returned.ok) noteOf(counter, saleId).returned.add(id)
  }
  await cashier.act('discardSale', { saleId })
}

/** The same goods once more, for a payer who has cash after all. */
async function repeatGoods(counter: Counter, saleId: string): Promise<void> {
  const { cashier } = counter
  await cashier.act('repeatGoods', { saleId })
  const view = await cashier.look('getView')
  const again = view.ok ? view.value.counter?.sale : undefined
  if (again?.state.name !== 'open') return
  const { lines } = noteOf(counter, again.id)
  for (const { id, quantity } of again.lines) lines.set(id, quantity)
  await takeCash(counter, again.id, '')
  await cashier.act('nextSale', { saleId: again.id })
}
