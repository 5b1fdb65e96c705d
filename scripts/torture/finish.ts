/** The faults are over: every sale is brought to its end, and every invoice is looked at once more. */
import { setTimeout as pause } from 'node:timers/promises'
import { openReturn } from '../../shared/return.ts'
import type { Sale, SaleStateName } from '../../shared/sale.ts'
import type { Counter } from './customers.ts'
import { releaseAll, settleHalf } from './manager.ts'
import { seeThrough } from './returns.ts'

const ENDS: readonly SaleStateName[] = [
  'completed',
  'cancelled',
  'paid-late',
  'receipt-owed',
  'open',
  'parked',
]
const RETIRED: readonly (string | undefined)[] = [undefined, 'cancelled', 'kept', 'absent']
/** Real time; the terminal's clock runs faster. */
const LONGEST_MS = 60_000
const LOOK_LONGEST_MS = 10_000
/** Looked at side by side: the service's client lets four through. */
const AT_ONCE = 6

export async function finish(counter: Counter): Promise<void> {
  const { cashier, notes } = counter
  const mine = [...notes.sales].filter(([, { till }]) => till === cashier.till).map(([saleId]) => saleId)
  await cashier.comeBack()
  await releaseAll(counter)
  await bringToEnd(counter, mine)
  await sideBySide(mine, (saleId) => lookOnceMore(counter, saleId))
  await bringToEnd(counter, mine)
  await settleHalf(counter)
  await bringToEnd(counter, mine)
}

export function isOver(sale: Sale): boolean {
  const { state } = sale
  if (openReturn(sale) !== null) return false
  return ENDS.includes(state.name) && RETIRED.includes('retiring' in state ? state.retiring?.step : undefined)
}

async function bringToEnd(counter: Counter, saleIds: readonly string[]): Promise<void> {
  const { cashier, payer } = counter
  const end = performance.now() + LONGEST_MS
  let left = saleIds
  while (left.length > 0 && performance.now() < end) {
    const still: string[] = []
    for (const saleId of left) {
      const sale = await cashier.sale(saleId)
      if (sale === null || isOver(sale)) continue
      const { state } = sale
      if (state.name === 'awaiting-payment' || state.name === 'partly-paid')
        await payer.pay(state.invoice.invoiceId)
      await seeThrough(counter, saleId)
      await cashier.look('checkNow', { saleId })
      still.push(saleId)
    }
    left = still
    if (left.length > 0) await pause(30)
  }
}

/** Money that came last is found by a look of our own, not hours later by the watch. */
async function lookOnceMore({ cashier }: Counter, saleId: string): Promise<void> {
  const end = performance.now() + LOOK_LONGEST_MS
  let run = cashier.restarts()
  /** When it had been looked at last, as this look was asked for; null where this run was not asked yet. */
  let before: number | null = null
  while (performance.now() < end) {
    const reply = await cashier.look('getSale', { saleId })
    if (!reply.ok || !isWatched(reply.value.view.sale)) return
    const { watch } = reply.value.view
    const last = watch?.lastCheckedAt ?? 0
    if (before === null || run !== cashier.restarts()) {
      run = cashier.restarts()
      before = last
      await cashier.look('checkNow', { saleId })
    } else if (last !== before && watch?.checking === false && watch.failure === null) return
    await pause(10)
  }
}

const isWatched = ({ state }: Sale): boolean =>
  'invoice' in state && state.invoice !== null && !('watchUntil' in state && state.watchUntil === 0)

async function sideBySide(ids: readonly string[], work: (id: string) => Promise<void>): Promise<void> {
  const left = [...ids]
  const one = async (): Promise<void> => {
    for (let id = left.pop(); id !== undefined; id = left.pop()) await work(id)
  }
  await Promise.all(Array.from({ length: AT_ONCE }, one))
}
