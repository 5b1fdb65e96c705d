/**
 * A manager at the same till: resolves attention items, holds, releases and gives up pending work, and looks after the
 * drawer.
 */
import { randomUUID } from 'node:crypto'
import { CASH_ROUNDINGS } from '../../../shared/money/cash-rounding.ts'
import type { AttentionItem } from '../../../shared/page/index.ts'
import { type Counter, tenderKind } from './customers.ts'
import { lookAfterDrawer } from './drawer.ts'
import { correctReceiver, takeBack } from './returns.ts'

export async function lookAfter(counter: Counter): Promise<void> {
  const { cashier, chance, schedule } = counter
  if (schedule.happens('held-work', chance)) await lookAfterWork(counter)
  if (chance.happens(0.25)) await settleOne(counter)
  if (schedule.happens('goods-back', chance)) await takeBack(counter, 'money')
  if (schedule.happens('receivers-corrected', chance)) await correctReceiver(counter)
  if (schedule.happens('exchanges', chance)) await takeBack(counter, 'goods')
  if (schedule.happens('cash-rounding', chance))
    await cashier.look('saveSettings', { cashRounding: chance.pick(CASH_ROUNDINGS) })
  if (schedule.happens('drawer-days', chance)) await lookAfterDrawer(counter)
  if (chance.happens(0.1)) await settlePrints(counter)
  if (chance.happens(0.1)) await cashier.look('hint', { what: chance.pick(['online', 'offline', 'focus']) })
}

async function lookAfterWork({ cashier, chance }: Counter): Promise<void> {
  const waiting = await cashier.look('listWaiting')
  const [oldest, ...others] = waiting.ok ? waiting.value : []
  if (oldest === undefined) return
  const { saleId, work } = chance.pick([oldest, ...others])
  if (chance.happens(0.6)) await cashier.send('holdWork', { saleId })
  else await cashier.send('giveUpWork', { saleId, work })
  for (const one of others) if (one.held) await cashier.send('releaseWork', { saleId: one.saleId })
}

/** Releases all held work. */
export async function releaseAll({ cashier }: Counter): Promise<void> {
  const waiting = await cashier.look('listWaiting')
  for (const { saleId, held } of waiting.ok ? waiting.value : [])
    if (held) await cashier.send('releaseWork', { saleId })
}

/** Resolves unconfirmed prints, which a backup or a killed till leaves. */
export async function settlePrints({ cashier, chance, notes }: Counter): Promise<void> {
  const list = await cashier.look('listPrints')
  for (const { id, state, resolutions, saleId } of list.ok ? list.value : []) {
    const [first, ...others] = resolutions
    if (state !== 'unconfirmed' || !first) continue
    const resolution = chance.pick([first, ...others])
    if (resolution === 'came-out' && saleId !== null) notes.sale(cashier.till, saleId).vouched = true
    await cashier.send('settlePrint', { id, resolution })
  }
}

/** Resolves one attention item by one of the resolutions that it offers. */
async function settleOne(counter: Counter): Promise<void> {
  const list = await counter.cashier.look('listAttention')
  const items = list.ok ? list.value : []
  const item = items[counter.chance.below(items.length)]
  if (item !== undefined) await settleItem(counter, item)
}

/** Resolves about half of the attention items; the rest stays, as in a real shop. */
export async function settleHalf(counter: Counter): Promise<void> {
  const list = await counter.cashier.look('listAttention')
  for (const item of list.ok ? list.value : [])
    if (counter.chance.happens(0.5)) await settleItem(counter, item)
}

async function settleItem(counter: Counter, item: AttentionItem): Promise<void> {
  const { cashier, chance, notes } = counter
  const { saleId, cause, amount } = item
  const [first, ...others] = item.resolutions
  if (first === undefined) return
  const resolution = chance.pick([first, ...others])
  const name = randomUUID()
  const kind = tenderKind(counter)
  const note = notes.sale(cashier.till, saleId)
  if (resolution === 'came-out') note.vouched = true
  const reply = await cashier.send(
    'settleAttention',
    { saleId, cause, resolution, amount, kind, received: '' },
    name,
  )
  if (!reply.ok) return
  note.settled.add(name)
  if (resolution === 'sold-with-cash' || resolution === 'collected-again') note.maybeTaken.add(name)
}
