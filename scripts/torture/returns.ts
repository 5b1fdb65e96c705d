/** Customers who bring back all goods of a sale or a piece, and a cashier who completes the return. */
import { randomUUID } from 'node:crypto'
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
} from '../../shared/return.ts'
import { tenderSum } from '../../shared/sale-account.ts'
import type { Counter } from './customers.ts'
import { exchange } from './exchange.ts'

/** One of this many last sales is brought back. */
const LATELY = 30
/** How many sales are tried until one is found that was sold. */
const TRIES = 4

/** Customers who want money, or other goods for it: those paid in cash. */
export type Wanting = 'money' | 'goods'

export async function takeBack(counter: Counter, wanting: Wanting): Promise<void> {
  const { cashier, chance, notes } = counter
  const mine = [...notes.sales].flatMap(([saleId, { till }]) => (till === cashier.till ? [saleId] : []))
  const lately = mine.slice(-LATELY)
  for (let tries = 0; tries < TRIES; tries += 1) {
    const saleId = lately[chance.below(lately.length)] ?? ''
    const sale = lately.length === 0 ? null : (await cashier.sale(saleId))?.sale
    if (!sale || sale.soldAt === null) continue
    if (wanting === 'goods' && tenderSum(sale, 'cash') === 0) continue
    if (openReturn(sale) === null) await start(counter, saleId, { lineId: sale.lines[0]?.id ?? '', wanting })
    if (wanting === 'money') return seeThrough(counter, saleId)
    const now = (await cashier.sale(saleId))?.sale
    const one = now && openReturn(now)
    if (one && cashDue(one).length > 0) await exchange(counter, saleId, one.id)
    return
  }
}

type Started = { readonly lineId: string; readonly wanting: Wanting }

async function start(
  { cashier, chance, notes }: Counter,
  saleId: string,
  { lineId, wanting }: Started,
): Promise<void> {
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
  const reply = await cashier.send('startReturn', order, name)
  if (reply.ok) notes.sale(cashier.till, saleId).returns.add(reply.value.returnId)
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
    if (step.name === 'refused') return again ? { do: 'try-again' } : { do: 'without-void', paymentId }
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
