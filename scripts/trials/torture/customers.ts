/** Serves customers one after the other, from the first line to any end of a sale. */
import { randomUUID } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'
import { TAX_KINDS } from '../../../shared/money/tax.ts'
import type { ParkedSale, Reply, SaleView } from '../../../shared/page/index.ts'
import { type SaleEvent, TENDER_KINDS, type TenderKind } from '../../../shared/sale/sale.ts'
import type { SaleStatusName } from '../../../shared/sale/status.ts'
import type { Product } from '../../../shared/shop/product.ts'
import type { Chance } from '../../run/hosts/chance.ts'
import type { Cashier } from './cashier.ts'
import type { FaultSchedule } from './faults/fault-schedule.ts'
import type { FaultOf } from './faults/fault-table.ts'
import type { Notes, SaleNote } from './notes.ts'
import type { Payer } from './payer.ts'
import { ANSWERS, type TortureTill } from './till.ts'

export type Counter = {
  readonly cashier: Cashier
  readonly chance: Chance
  readonly schedule: FaultSchedule
  readonly notes: Notes
  readonly payer: Payer
  readonly till: TortureTill
}

/** In real time; the terminal's clock runs faster. */
const QR_TIMEOUT_MS = 1_200
const END_TIMEOUT_MS = 500
const LOOK_MS = 15
const CONNECTED_MS = 2_000
/** More than any cart of a run costs. */
const LARGE_NOTES = '2000000'

export async function serveOne(counter: Counter): Promise<void> {
  const { cashier, chance, schedule } = counter
  await cashier.comeBack()
  await clearCounter(counter)
  const saleId = (chance.happens(0.15) ? await takeUp(counter) : null) ?? (await ringUp(counter))
  if (saleId === null) return
  if (schedule.happens('parked-sales', chance)) {
    await cashier.send('parkSale', { saleId, label: 'torture' })
    if (chance.happens(0.4)) return
    await cashier.send('resumeSale', { saleId })
  }
  await settle(counter, saleId)
  await leave(counter, saleId)
}

/** Parks a cart, which the other tills of the shop can resume. */
export async function parkCart(counter: Counter): Promise<void> {
  await clearCounter(counter)
  const saleId = await ringUp(counter)
  if (saleId !== null) await counter.cashier.send('parkSale', { saleId, label: 'torture' })
}

/** Resumes and settles another till's cart: the first of the list, which all tills try to get. */
export async function sellOthersCart(counter: Counter): Promise<void> {
  await counter.cashier.comeBack()
  await clearCounter(counter)
  const cart = await cartOfOther(counter)
  const saleId = cart && (await takeCart(counter, cart.id))
  if (saleId === null) return
  await counter.cashier.comeBack()
  await settle(counter, saleId)
  await leave(counter, saleId)
}

const noteOf = ({ notes, cashier }: Counter, saleId: string): SaleNote => notes.sale(cashier.till, saleId)

/** Ends the sale that is still at the counter, or leaves it. */
async function clearCounter(counter: Counter): Promise<void> {
  const sale = (await atCounter(counter))?.sale
  if (sale) await leave(counter, sale.id)
}

/** Discards an open cart at the counter. If other parts of it are paid already, their e-receipts wait for this. */
export async function discardCart(counter: Counter): Promise<void> {
  const cart = await atCounter(counter)
  if (cart?.status.name === 'open') await leave(counter, cart.sale.id)
}

async function atCounter({ cashier }: Counter): Promise<SaleView | null> {
  const view = await cashier.look('getView')
  return view.ok && !view.value.locked ? view.value.counter : null
}

/** Resumes a sale that was set aside: a parked cart, also of another till, or a charge whose QR can still be paid. */
async function takeUp(counter: Counter): Promise<string | null> {
  const { cashier, chance } = counter
  const parked = await cashier.look('listParked')
  const rows = parked.ok ? parked.value : []
  const row = rows[chance.below(rows.length)]
  if (row === undefined) return null
  if (row.till !== null) return takeCart(counter, row.id)
  const reply = await cashier.send('resumeSale', { saleId: row.id })
  return reply.ok ? row.id : null
}

/** Waits a moment for the till to be connected. */
async function cartOfOther({ cashier }: Counter): Promise<ParkedSale | null> {
  for (const end = performance.now() + CONNECTED_MS; performance.now() < end; await pause(LOOK_MS)) {
    const parked = await cashier.look('listParked')
    const cart = parked.ok ? parked.value.find(({ till }) => till !== null) : undefined
    if (cart !== undefined) return cart
  }
  return null
}

/** Resumes a cart that another till of the shop parked. auditCarts compares the totals at both tills. */
async function takeCart(counter: Counter, cartId: string): Promise<string | null> {
  const reply = await counter.cashier.send('takeCart', { saleId: cartId })
  if (!reply.ok) return null
  const { saleId } = reply.value
  const { lines } = noteOf(counter, saleId)
  for (const { id, quantity } of (await counter.cashier.sale(saleId))?.sale.lines ?? [])
    lines.set(id, quantity)
  return saleId
}

export async function ringUp(counter: Counter): Promise<string | null> {
  const { cashier, chance, schedule } = counter
  const goods = await cashier.look('searchGoods', { query: '', category: null, limit: 200 })
  const products = goods.ok ? goods.value.products : []
  const basket = Array.from({ length: 1 + chance.below(4) }, () => products[chance.below(products.length)])
  if (schedule.happens('mixed-carts', chance)) basket.push(products.find(isFreeOfVat), products.find(isPlain))
  let saleId: string | null = null
  for (const product of basket) {
    const pieces = chance.happens(0.2) ? 1 + chance.below(5) : 1
    const reply = await cashier.send('addProduct', {
      code: product?.code ?? '',
      ...(pieces > 1 ? { quantity: String(pieces) } : {}),
      ...(schedule.happens('sale-rules', chance) ? {} : ANSWERS),
    })
    saleId = noteLine(counter, reply, pieces) ?? saleId
  }
  if (schedule.happens('packs', chance)) saleId = (await addPack(counter)) ?? saleId
  if (schedule.happens('misc-items', chance)) {
    const item = { price: String(1 + chance.below(9_999)), name: 'Цэцэг', taxKind: chance.pick(TAX_KINDS) }
    saleId = noteLine(counter, await cashier.send('addMiscItem', item), 1) ?? saleId
  }
  if (saleId !== null && chance.happens(0.15)) await changeMind(counter, saleId)
  if (saleId !== null && schedule.happens('undone-changes', chance)) await undoOne(counter, saleId)
  return saleId
}

/** Notes the pieces of an added line; returns its sale. */
function noteLine(
  counter: Counter,
  reply: Reply<{ readonly saleId: string; readonly lineId: string }>,
  pieces: number,
): string | null {
  if (!reply.ok) return null
  const { saleId, lineId } = reply.value
  const { lines } = noteOf(counter, saleId)
  lines.set(lineId, (lines.get(lineId) ?? 0) + pieces * 1_000)
  return saleId
}

/** A box of 12. Its code is added to a product where the till does not know it yet. */
const BOX = '18650000000014'
const BOX_PIECES = 12

async function addPack(counter: Counter): Promise<string | null> {
  const { cashier, chance } = counter
  const packs = 1 + chance.below(2)
  const add = () => cashier.send('addProduct', { code: BOX, quantity: String(packs), ...ANSWERS })
  const reply = await add()
  if (reply.ok || reply.error.name !== 'PRODUCT_UNKNOWN') return noteLine(counter, reply, packs * BOX_PIECES)
  await cashier.look('keepSample')
  const list = await cashier.look('listGoods', { query: '', only: 'all', offset: 0, limit: 200 })
  const row = list.ok ? list.value.rows.find(({ product: { unit } }) => unit === 'ш') : undefined
  if (row === undefined) return null
  const { code, price, cityTax, ...product } = row.product
  const goods = {
    ...{ ...product, code, price: String(price / 100), cityTax: cityTax ? 'yes' : 'no' },
    codes: `${BOX}*${BOX_PIECES}=24007`,
  }
  await cashier.look('saveGoods', { was: code, goods })
  return noteLine(counter, await add(), packs * BOX_PIECES)
}

const isFreeOfVat = ({ taxKind }: Product): boolean => taxKind !== 'vat'
const isPlain = (product: Product): boolean => !isFreeOfVat(product)

async function changeMind(counter: Counter, saleId: string): Promise<void> {
  const { cashier, chance } = counter
  const { lines } = noteOf(counter, saleId)
  const [first, second] = [...lines.keys()]
  if (first !== undefined) {
    const changed = await cashier.send('changeLine', { saleId, lineId: first, quantity: '7' })
    if (changed.ok) lines.set(first, 7_000)
  }
  if (second !== undefined) {
    const removed = await cashier.send('removeLine', { saleId, lineId: second })
    if (removed.ok) lines.delete(second)
  }
  if (chance.happens(0.5)) await cashier.send('setReceiver', { saleId, register: '6234567' })
}

/** Changes a line by mistake and undoes it: the cart is as it was before. */
async function undoOne({ cashier }: Counter, saleId: string): Promise<void> {
  const before = (await cashier.sale(saleId))?.sale
  const [line] = before?.lines ?? []
  if (line === undefined) return
  const changed = await cashier.send('changeLine', { saleId, lineId: line.id, quantity: '9', price: '50' })
  const undone = changed.ok ? await cashier.send('undo', { saleId }) : changed
  const after = (await cashier.sale(saleId))?.sale
  if (undone.ok && JSON.stringify(after?.lines) !== JSON.stringify(before?.lines))
    cashier.surprised('wrong_amounts', `${saleId}: the cart after undo differs from the cart before`)
}

async function settle(counter: Counter, saleId: string): Promise<void> {
  switch (counter.chance.weighed({ counter: 3, split: 3, qr: 9, nothing: 1 })) {
    case 'counter':
      return takeTender(counter, saleId, counter.chance.happens(0.5) ? LARGE_NOTES : '')
    case 'split':
      await takeTender(counter, saleId, '1000')
      return chargeByQr(counter, saleId)
    case 'qr':
      return chargeByQr(counter, saleId)
    case 'nothing':
      return
  }
}

/** Cash may be more than is due, and the till gives change; other tenders are exact. */
export async function takeTender(counter: Counter, saleId: string, wanted: string): Promise<void> {
  const name = randomUUID()
  const kind = tenderKind(counter)
  const received = kind !== 'cash' && wanted === LARGE_NOTES ? '' : wanted
  const reply = await counter.cashier.send('takeTender', { saleId, kind, received, reference: '4417' }, name)
  if (reply.ok) noteOf(counter, saleId).tenders.set(name, { kind, received })
}

export const tenderKind = ({ schedule, chance }: Pick<Counter, 'schedule' | 'chance'>): TenderKind =>
  schedule.happens('other-tenders', chance) ? chance.pick([TENDER_KINDS[1], TENDER_KINDS[2]]) : 'cash'

/** Weight of an ordinary payment beside the weights of the faults. */
const JUST_PAYS = 9

async function chargeByQr(counter: Counter, saleId: string): Promise<void> {
  const { chance, payer, schedule } = counter
  const rest = await charge(counter, saleId)
  if (chance.happens(0.05)) return // serves the next customer before the QR is shown
  const shown = await waitForQr(counter, saleId)
  const how = schedule.oneOf('payers', JUST_PAYS, chance)
  if (how !== 'calm') return PAYS[how](counter, { saleId, shown })
  await payer.pay(shown)
  if (rest === null) return
  await waitFor(counter, saleId, ['fulfilling', 'receipt-owed', 'completed'])
  await payer.pay(await waitForQr(counter, rest))
}

type Shown = { readonly saleId: string; readonly shown: string | null }

const PAYS: Readonly<Record<FaultOf<'payers'>, (counter: Counter, at: Shown) => Promise<void>>> = {
  'pays-in-parts': async ({ payer }, { shown }) => {
    await payer.pay(shown, 300)
    await payer.pay(shown)
  },
  'pays-too-much': ({ payer }, { shown }) => payer.pay(shown, 90_000_000),
  'pays-twice': async ({ payer, chance }, { shown }) => {
    await payer.pay(shown)
    await payer.pay(shown, chance.happens(0.5) ? 777 : undefined)
  },
  'pays-in-dollars': async ({ payer, chance }, { shown }) => {
    await payer.payInDollars(shown)
    if (chance.happens(0.6)) await payer.pay(shown)
  },
  'pays-slowly': ({ payer }, { shown }) => payer.begin(shown),
  'pays-at-counter': (counter, { saleId }) =>
    takeTender(counter, saleId, counter.chance.happens(0.5) ? LARGE_NOTES : ''),
  'pays-a-part': async (counter, { saleId, shown }) => {
    const { cashier, chance, payer } = counter
    await payer.pay(shown, 300)
    await cashier.send('checkNow', { saleId })
    await waitFor(counter, saleId, ['partly-paid', 'completed', 'cancelled'])
    return chance.happens(0.5) ? takeTender(counter, saleId, '') : cancel(counter, saleId)
  },
  'goes-away': async (counter, { saleId, shown }) => {
    await cancel(counter, saleId)
    if (counter.chance.happens(0.6)) await counter.payer.pay(shown)
  },
  'goes-and-pays': async (counter, { saleId, shown }) => {
    await Promise.all([cancel(counter, saleId), counter.payer.pay(shown)])
  },
  'pays-in-the-dark': ({ till, payer }, { shown }) => {
    till.kill()
    return payer.pay(shown)
  },
  'stands-there': async () => {},
}

/** Charges the cart. Returns the sale of its goods with other taxes, which the till charges next; null where there is none. */
async function charge(counter: Counter, saleId: string): Promise<string | null> {
  const { cashier } = counter
  const before = await cashier.sale(saleId)
  const reply = await cashier.send('charge', { saleId })
  if (!reply.ok && reply.error.name === 'RECOVERY_UNACKNOWLEDGED') {
    await cashier.comeBack()
    await cashier.send('charge', { saleId })
  }
  return before === null ? null : noteRest(counter, saleId, before.totals.total)
}

/** Notes the lines of both parts. They have new ids; the quantity of each product stays the same. */
async function noteRest(counter: Counter, saleId: string, total: number): Promise<string | null> {
  const { cashier } = counter
  const reply = await cashier.look('getSale', { saleId })
  const restId = reply.ok ? reply.value.events.flatMap(({ event }) => restIn(event)).at(-1) : undefined
  const [stays, goes] = reply.ok && restId ? [reply.value.view, await cashier.sale(restId)] : []
  if (restId === undefined || !stays || !goes) return null
  for (const { id, quantity } of goes.sale.lines) noteOf(counter, restId).lines.set(id, quantity)
  if (goes.sale.endedAt !== null) return null // a charge that was refused meanwhile made the cart whole again
  const { lines } = noteOf(counter, saleId)
  const staying = new Set(stays.sale.lines.map(({ id }) => id))
  for (const id of [...lines.keys()]) if (!staying.has(id)) lines.delete(id)
  if (stays.totals.total + goes.totals.total !== total)
    cashier.surprised('wrong_amounts', `${saleId} was split into sales with another sum`)
  return restId
}

const restIn = (event: SaleEvent): readonly string[] =>
  event.kind === 'cart-replaced' && event.rest !== undefined ? [event.rest] : []

async function cancel({ cashier, chance }: Counter, saleId: string): Promise<void> {
  await cashier.send('cancelCharge', { saleId })
  if (chance.happens(0.3)) await cashier.send('cancelCharge', { saleId })
}

/** The invoice whose QR is shown, or null when that takes too long. */
async function waitForQr({ cashier }: Counter, saleId: string): Promise<string | null> {
  const end = performance.now() + QR_TIMEOUT_MS
  while (performance.now() < end) {
    const status = (await cashier.sale(saleId))?.status
    if (status && 'invoice' in status && status.invoice) return status.invoice.invoiceId
    if (status?.name !== 'invoicing') return null
    await pause(LOOK_MS)
  }
  return null
}

async function waitFor(
  { cashier }: Counter,
  saleId: string,
  names: readonly SaleStatusName[],
): Promise<void> {
  const end = performance.now() + END_TIMEOUT_MS
  while (performance.now() < end) {
    const name = (await cashier.sale(saleId))?.status.name
    if (name === undefined || names.includes(name)) return
    await pause(LOOK_MS)
  }
}

export async function leave(counter: Counter, saleId: string): Promise<void> {
  const { cashier, chance } = counter
  if (chance.happens(0.5)) await waitFor(counter, saleId, ['completed', 'cancelled', 'open', 'late-payment'])
  const status = (await cashier.sale(saleId))?.status
  if (status?.name === 'cancelled' && chance.happens(0.2)) return repeatGoods(counter, saleId)
  if (status?.name !== 'open') {
    await cashier.send('nextSale', { saleId })
    return
  }
  for (const { id } of status.tenders) {
    const returned = await cashier.send('returnTender', { saleId, tenderId: id })
    if (returned.ok) noteOf(counter, saleId).returned.add(id)
  }
  await cashier.send('discardSale', { saleId })
}

/** Sells the same goods again to a payer who now pays in cash. */
async function repeatGoods(counter: Counter, saleId: string): Promise<void> {
  const { cashier } = counter
  await cashier.send('repeatGoods', { saleId })
  const again = await atCounter(counter)
  if (again?.status.name !== 'open' || again.sale.id === saleId) return
  const { lines } = noteOf(counter, again.sale.id)
  for (const { id, quantity } of again.sale.lines) lines.set(id, quantity)
  await takeTender(counter, again.sale.id, '')
  await cashier.send('nextSale', { saleId: again.sale.id })
}
