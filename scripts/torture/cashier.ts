/** Plays a cashier in a hurry: rings up, charges, takes cash, cancels, parks, taps everything twice. */
import { randomUUID } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'
import type { Remedy } from '../../shared/attention.ts'
import type { CashierVerb, RequestOf } from '../../shared/ipc/index.ts'
import type { SaleState } from '../../shared/sale.ts'
import type { Chance } from './chance.ts'
import type { Notes } from './notes.ts'
import type { Payer } from './payer.ts'
import type { TortureTill } from './till.ts'

export type CashierParts = {
  readonly till: TortureTill
  readonly chance: Chance
  readonly notes: Notes
  readonly payer: Payer
}

/** How long a QR is waited for before the next customer is served: real ms, the terminal's clock runs faster. */
const QR_PATIENCE_MS = 1_500
const LOOK_MS = 15

/** One customer, from the first line to whatever end. */
export async function serveOne(parts: CashierParts): Promise<void> {
  const { till, chance } = parts
  await acknowledge(till)
  const saleId = await rungUp(parts)
  if (saleId === null) return
  if (chance.happens(0.1)) await parkAndResume(parts, saleId)
  switch (chance.weighed({ cash: 3, split: 2, qr: 9 })) {
    case 'cash':
      await takeCash(parts, saleId, '')
      break
    case 'split':
      await takeCash(parts, saleId, '1000')
      await chargeByQr(parts, saleId)
      break
    case 'qr':
      await chargeByQr(parts, saleId)
      break
  }
  await meddle(parts)
  await leave(parts, saleId)
}

/** Sends an act, often twice at once, at times again after the answer: it is done once. */
async function act<Verb extends CashierVerb>(
  { till, chance }: CashierParts,
  verb: Verb,
  request: RequestOf<Verb>,
  name = randomUUID() as string,
) {
  const first = till.ask(verb, request, name)
  const doubled = chance.happens(0.3) ? till.ask(verb, request, name) : first
  const [reply, same] = await Promise.all([first, doubled])
  if (JSON.stringify(reply) !== JSON.stringify(same) && reply.ok && same.ok)
    throw new Error(`${verb}: one act, two answers`)
  if (chance.happens(0.1)) await till.ask(verb, request, name)
  return reply.ok ? reply : same.ok ? same : reply
}

async function acknowledge(till: TortureTill): Promise<void> {
  const view = await till.ask('getView')
  if (view.ok && view.value.found.length > 0) await till.ask('acknowledgeFound')
  if (view.ok && view.value.rescued !== null) await till.ask('acknowledgeRescue')
}

async function rungUp(parts: CashierParts): Promise<string | null> {
  const { till, chance, notes } = parts
  await leaveCounter(parts)
  const goods = await till.ask('searchGoods', { query: '', category: null, limit: 60 })
  if (!goods.ok) return null
  let saleId: string | null = null
  for (let line = 0; line <= chance.below(4); line += 1) {
    const code = goods.value.products[chance.below(goods.value.products.length)]?.code ?? ''
    const reply = await act(parts, 'addProduct', { code })
    if (!reply.ok) continue
    saleId = reply.value.saleId
    notes.sale(till.code, saleId).lines.add(reply.value.lineId)
  }
  return saleId
}

/** What stands at the counter from before the last kill is carried on, or left. */
async function leaveCounter(parts: CashierParts): Promise<void> {
  const view = await parts.till.ask('getView')
  const counter = view.ok ? view.value.counter : null
  if (counter !== null && counter.sale.state.name !== 'open')
    await act(parts, 'nextSale', { saleId: counter.sale.id })
}

const stateOf = async (till: TortureTill, saleId: string): Promise<SaleState | null> => {
  const reply = await till.ask('getSale', { saleId })
  return reply.ok ? reply.value.view.sale.state : null
}

async function parkAndResume(parts: CashierParts, saleId: string): Promise<void> {
  await act(parts, 'parkSale', { saleId, label: 'torture' })
  await act(parts, 'resumeSale', { saleId })
}

async function takeCash(parts: CashierParts, saleId: string, received: string): Promise<void> {
  const name = randomUUID()
  const reply = await act(parts, 'takeCash', { saleId, received }, name)
  if (reply.ok) parts.notes.sale(parts.till.code, saleId).cash.set(name, received)
}

async function chargeByQr(parts: CashierParts, saleId: string): Promise<void> {
  const { till, chance, payer } = parts
  let reply = await act(parts, 'charge', { saleId })
  if (!reply.ok && reply.error.name === 'RECOVERY_UNSEEN') {
    await acknowledge(till)
    reply = await act(parts, 'charge', { saleId })
  }
  const shown = await waitForQr(parts, saleId)
  switch (
    chance.weighed({ pays: 10, 'pays in parts': 2, 'pays twice': 2, cash: 3, cancel: 4, leave: 3, dead: 2 })
  ) {
    case 'pays':
      return payer.pay(shown)
    case 'pays in parts':
      await payer.pay(shown, 300)
      return payer.pay(shown)
    case 'pays twice':
      await payer.pay(shown)
      return payer.payMore(shown)
    case 'cash':
      return takeCash(parts, saleId, '')
    case 'cancel': {
      await act(parts, 'cancelCharge', { saleId })
      if (chance.happens(0.4)) await payer.pay(shown)
      return
    }
    case 'dead':
      till.kill()
      return payer.pay(shown)
    case 'leave':
      return
  }
}

/** The invoice whose QR is up, or null where it took too long. */
async function waitForQr({ till, notes }: CashierParts, saleId: string): Promise<string | null> {
  const end = performance.now() + QR_PATIENCE_MS
  while (performance.now() < end) {
    const state = await stateOf(till, saleId)
    if (state && 'invoice' in state && state.invoice) {
      notes.invoices.add(state.invoice.invoiceId)
      return state.invoice.invoiceId
    }
    if (state?.name !== 'invoicing') return null
    await pause(LOOK_MS)
  }
  return null
}

/** Somebody else at the same till: settles what needs attention, holds, lets go and gives up what waits. */
async function meddle(parts: CashierParts): Promise<void> {
  const { till, chance } = parts
  if (chance.happens(0.2)) {
    const waiting = await till.ask('listWaiting')
    const [work] = waiting.ok ? waiting.value : []
    if (work && chance.happens(0.5)) await act(parts, 'holdWork', { saleId: work.saleId })
    else if (work) await act(parts, 'giveUpWork', { saleId: work.saleId, work: work.work })
    for (const one of waiting.ok ? waiting.value : [])
      if (one.held) await act(parts, 'releaseWork', { saleId: one.saleId })
  }
  if (chance.happens(0.2)) await settleOne(parts)
}

/** One thing of the attention list, by any way out that it offers. */
export async function settleOne(parts: CashierParts): Promise<boolean> {
  const { till, chance, notes } = parts
  const list = await till.ask('listAttention')
  const items = list.ok ? list.value : []
  const item = items[chance.below(Math.max(1, items.length))]
  const [first, ...others] = item?.remedies ?? []
  if (!item || first === undefined) return false
  const remedy: Remedy = chance.pick([first, ...others])
  const name = randomUUID()
  const reply = await act(parts, 'settleAttention', { id: item.id, remedy, received: '' }, name)
  if (reply.ok && remedy === 'sold-with-cash') notes.sale(till.code, item.saleId).cash.set(name, '')
  return true
}

async function leave(parts: CashierParts, saleId: string): Promise<void> {
  const { till, chance } = parts
  if (chance.happens(0.5)) await waitForEnd(till, saleId)
  const state = await stateOf(till, saleId)
  if (state?.name === 'open') {
    const cash = state.cash
    for (const { id } of cash) await act(parts, 'returnCash', { saleId, tenderId: id })
    await act(parts, 'discardSale', { saleId })
    return
  }
  await act(parts, 'nextSale', { saleId })
}

async function waitForEnd(till: TortureTill, saleId: string): Promise<void> {
  const end = performance.now() + 700
  while (performance.now() < end) {
    const state = await stateOf(till, saleId)
    if (state === null || ['completed', 'cancelled', 'open', 'paid-late'].includes(state.name)) return
    await pause(LOOK_MS)
  }
}
