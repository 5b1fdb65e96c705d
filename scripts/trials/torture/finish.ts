/** Runs after the faults: brings every sale to its end and checks every invoice once more. */
import { setTimeout as pause } from 'node:timers/promises'
import { openReturn } from '../../../shared/sale/return.ts'
import type { Sale } from '../../../shared/sale/sale.ts'
import { isCancelling, isMaking, type SaleStatusName, statusOf } from '../../../shared/sale/status.ts'
import { isOurs, stepsOf, workOf } from '../../../shared/sale/steps.ts'
import { type Counter, discardCart } from './customers.ts'
import { closeAll } from './drawer.ts'
import { releaseAll, settleHalf, settlePrints } from './manager.ts'
import { seeThrough } from './returns.ts'

const ENDS: readonly SaleStatusName[] = [
  'completed',
  'cancelled',
  'moved',
  'late-payment',
  'receipt-owed',
  'open',
  'parked',
]
/** The limit, in real time, for all calls of `bringToEnd` together; the terminal’s clock runs faster. Only a sale that never ends reaches it. */
const LONGEST_MS = 300_000
const LOOK_LONGEST_MS = 60_000
/** How many sales are handled at once: the service's client sends four requests at a time. */
const AT_ONCE = 6

export async function finish(counter: Counter): Promise<void> {
  const { cashier, notes } = counter
  const end = performance.now() + LONGEST_MS
  const mine = [...notes.sales].filter(([, { till }]) => till === cashier.till).map(([saleId]) => saleId)
  await cashier.comeBack()
  await releaseAll(counter)
  await bringToEnd(counter, mine, end)
  await sideBySide(mine, (saleId) => lookOnceMore(counter, saleId))
  await bringToEnd(counter, mine, end)
  await settleHalf(counter)
  await settlePrints(counter)
  await bringToEnd(counter, mine, end)
  await sideBySide(mine, (saleId) => lookOnceMore(counter, saleId))
  await bringToEnd(counter, mine, end)
  await closeAll(counter)
}

export const isOver = (sale: Sale): boolean =>
  openReturn(sale) === null &&
  ENDS.includes(statusOf(sale).name) &&
  !sale.invoices.some((invoice) => isMaking(invoice) || isCancelling(invoice)) &&
  !workOf(sale).some(isOurs)

async function bringToEnd(counter: Counter, saleIds: readonly string[], end: number): Promise<void> {
  const { cashier, payer } = counter
  let left = saleIds
  while (left.length > 0 && performance.now() < end) {
    const still: string[] = []
    await discardCart(counter)
    for (const saleId of left) {
      const view = await cashier.sale(saleId)
      if (view === null || isOver(view.sale)) continue
      const { status } = view
      if (status.name === 'awaiting-payment' || status.name === 'partly-paid')
        await payer.pay(status.invoice.invoiceId)
      await seeThrough(counter, saleId)
      await cashier.look('checkNow', { saleId })
      still.push(saleId)
    }
    left = still
    if (left.length > 0) await pause(30)
  }
}

/** Asks for a check, so that money that came last is found now and not hours later by the monitor. */
async function lookOnceMore({ cashier }: Counter, saleId: string): Promise<void> {
  const end = performance.now() + LOOK_LONGEST_MS
  let run = cashier.restarts()
  /** Time of the last check before the request for this one; null when this process was not asked yet. */
  let before: number | null = null
  while (performance.now() < end) {
    const view = await cashier.sale(saleId)
    if (view === null || stepsOf(view.sale).length === 0) return
    const { monitoring } = view
    const last = monitoring?.lastCheckedAt ?? 0
    if (before === null || run !== cashier.restarts()) {
      run = cashier.restarts()
      before = last
      await cashier.look('checkNow', { saleId })
    } else if (last !== before && monitoring?.checking === false && monitoring.failure === null) return
    await pause(10)
  }
}

/** Records the till's lists, once all faults are over, the tills know what the others did, and the last paper was printed. */
export async function takeStock({ cashier, notes }: Counter): Promise<void> {
  let prints = await cashier.look('listPrints')
  for (const end = performance.now() + LOOK_LONGEST_MS; performance.now() < end; await pause(30)) {
    if (prints.ok && prints.value.length === 0) break
    prints = await cashier.look('listPrints')
  }
  const attention = await cashier.look('listAttention')
  const waiting = await cashier.look('listWaiting')
  if (attention.ok && waiting.ok && prints.ok)
    notes.lists.set(cashier.till, {
      attention: attention.value,
      waiting: waiting.value,
      prints: prints.value,
    })
}

async function sideBySide(ids: readonly string[], work: (id: string) => Promise<void>): Promise<void> {
  const left = [...ids]
  const one = async (): Promise<void> => {
    for (let id = left.pop(); id !== undefined; id = left.pop()) await work(id)
  }
  await Promise.all(Array.from({ length: AT_ONCE }, one))
}
