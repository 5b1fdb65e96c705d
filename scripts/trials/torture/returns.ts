/** Customers who bring back all goods of a sale or a piece, and a cashier who completes the return. */
import { randomUUID } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'
import type { Reply } from '../../../shared/page/index.ts'
import { tenderSum } from '../../../shared/sale/money-of-sale.ts'
import {
  canCancelReturn,
  cashDue,
  isUnclear,
  moneyBackOf,
  openReturn,
  REPAYMENT_WAYS,
  type Return,
  type ReturnStepAction,
  voidsAreSettled,
} from '../../../shared/sale/return.ts'
import type { Sale } from '../../../shared/sale/sale.ts'
import type { Counter } from './customers.ts'
import { exchange } from './exchange.ts'
import type { SaleNote } from './notes.ts'

/** One of this many last sales is brought back. */
const LATELY = 30
/** How many sales are tried until one is found that was sold. */
const TRIES = 4
const MOST_PRESSES = 20
const PRESS_AGAIN_MS = 200

/** Customers who want money, or other goods for it: those paid in cash. */
export type Wanting = 'money' | 'goods'

const lateSales = ({ cashier, notes }: Counter): readonly string[] =>
  [...notes.sales].flatMap(([saleId, { till }]) => (till === cashier.till ? [saleId] : [])).slice(-LATELY)

/** A customer names another receiver after the e-receipt went out. */
export async function correctReceiver(counter: Counter): Promise<void> {
  const { cashier, chance } = counter
  const lately = lateSales(counter)
  const saleId = lately[chance.below(lately.length)]
  if (saleId === undefined) return
  const register = chance.happens(0.7) ? '5000001' : null
  await patiently(() => cashier.send('correctReceiver', { saleId, register }))
  await seeThrough(counter, saleId)
}

export async function takeBack(counter: Counter, wanting: Wanting): Promise<void> {
  const { cashier, chance } = counter
  const lately = lateSales(counter)
  for (let tries = 0; tries < TRIES; tries += 1) {
    const saleId = lately[chance.below(lately.length)] ?? ''
    const sale = lately.length === 0 ? null : (await cashier.sale(saleId))?.sale
    if (!sale || sale.soldAt === null) continue
    if (wanting === 'goods' && tenderSum(sale, 'cash') === 0) continue
    if (wanting === 'money') return takeBackHere(counter, saleId)
    if (openReturn(sale) === null) await start(counter, sale, wanting)
    const now = (await cashier.sale(saleId))?.sale
    const one = now && openReturn(now)
    if (one && cashDue(one).length > 0) await exchange(counter, saleId, one.id)
    return
  }
}

/** A customer who bought at another till brings the goods back here. */
export async function takeBackElsewhere(counter: Counter, made: SaleNote): Promise<void> {
  const { cashier, notes } = counter
  const reply = await patiently(() => cashier.look('bringSale', { number: made.number }))
  if (!reply.ok) return
  const { saleId } = reply.value
  notes.guest(cashier.till, saleId, made)
  await takeBackHere(counter, saleId)
}

/** The till has the sale. */
export async function takeBackHere(counter: Counter, saleId: string): Promise<void> {
  const sale = (await counter.cashier.sale(saleId))?.sale
  if (!sale) return
  if (openReturn(sale) === null) await start(counter, sale, 'money')
  await seeThrough(counter, saleId)
}

async function start({ cashier, chance, notes }: Counter, sale: Sale, wanting: Wanting): Promise<void> {
  const saleId = sale.id
  const lineId = sale.lines[0]?.id ?? ''
  const wanted = {
    saleId,
    lines: chance.happens(0.65) ? null : [{ lineId, quantity: '1' }],
    way: chance.pick(REPAYMENT_WAYS),
  }
  const plan = await cashier.look('planReturn', wanted)
  if (!plan.ok) return
  const name = randomUUID()
  const exchanges = { exchange: wanting === 'goods' }
  const order = { ...wanted, reason: 'Гэмтэлтэй', amount: moneyBackOf(plan.value), ...exchanges }
  const reply = await patiently(() => cashier.send('startReturn', order, name))
  if (reply.ok) notes.sale(cashier.till, saleId).returns.set(reply.value.returnId, cashier.till)
}

/** A cashier who presses again while the shop database is away. */
async function patiently<Value>(press: () => Promise<Reply<Value>>): Promise<Reply<Value>> {
  for (let tries = 1; ; tries += 1) {
    const reply = await press()
    if (reply.ok || reply.error.name !== 'NEEDS_SHOP_DATABASE' || tries === MOST_PRESSES) return reply
    await pause(PRESS_AGAIN_MS)
  }
}

/** Does the next step that waits for a person, once; the till does the others. */
export async function seeThrough(counter: Counter, saleId: string): Promise<void> {
  const { cashier, chance } = counter
  const view = await cashier.sale(saleId)
  const one = view && openReturn(view.sale)
  if (!one) return
  const action = await nextAction(counter, one)
  if (action === null) return
  await cashier.send('settleReturnStep', { saleId, returnId: one.id, action })
  if (chance.happens(0.2)) await cashier.send('settleReturnStep', { saleId, returnId: one.id, action })
}

async function nextAction({ chance, payer }: Counter, one: Return): Promise<ReturnStepAction | null> {
  const again = chance.happens(0.5)
  if (canCancelReturn(one) && chance.happens(0.1)) return { do: 'cancel' }
  for (const { paymentId, step } of one.voids)
    if (step.name === 'refused') {
      if (again) return { do: 'try-again' }
      return one.receiver === undefined ? { do: 'without-void', paymentId } : { do: 'cancel' }
    }
  if (!voidsAreSettled(one)) return null
  for (const part of one.parts) {
    if (part.by === 'hand' && part.step.name === 'due')
      // Half of the cash is sent by transfer instead, because the drawer may not have enough.
      return {
        do: 'repaid',
        partId: part.id,
        how: part.way === 'cash' && again ? 'transfer' : part.way,
        note: '',
      }
    if (part.step.name === 'refused')
      return again ? { do: 'try-again' } : { do: 'by-hand', partId: part.id, way: 'cash' }
    if (isUnclear(part) && part.paymentId !== null)
      return { do: 'found-out', partId: part.id, refunded: await payer.wentBack(part.paymentId) }
  }
  return null
}
