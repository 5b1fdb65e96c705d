/** The faults are over: every sale is brought to its end, and every invoice is looked at once more. */
import { setTimeout as pause } from 'node:timers/promises'
import type { SaleStateName } from '../../shared/sale.ts'
import { type CashierParts, settleOne } from './cashier.ts'

const ENDS: readonly SaleStateName[] = [
  'completed',
  'cancelled',
  'paid-late',
  'receipt-owed',
  'open',
  'parked',
]
/** Real time; the terminal's clock runs faster. */
const LONGEST_MS = 60_000

export async function finish(parts: CashierParts, saleIds: readonly string[]): Promise<void> {
  const { till, payer } = parts
  const end = performance.now() + LONGEST_MS
  await release(parts)
  let left = saleIds
  while (left.length > 0 && performance.now() < end) {
    const still: string[] = []
    for (const saleId of left) {
      const reply = await till.ask('getSale', { saleId })
      const state = reply.ok ? reply.value.view.sale.state : null
      if (state === null) continue
      if (state.name === 'awaiting-payment' || state.name === 'partly-paid')
        await payer.pay(state.invoice.invoiceId)
      const retiring = 'retiring' in state ? state.retiring?.step : undefined
      const over =
        ENDS.includes(state.name) &&
        !['unknown', 'due', 'requested', 'cancel-unknown'].includes(retiring ?? '')
      if (over) continue
      await till.ask('checkNow', { saleId })
      still.push(saleId)
    }
    left = still
    await pause(50)
  }
  await lookOnceMore(parts, saleIds)
  while (await settleOne(parts));
  await lookOnceMore(parts, saleIds)
}

async function release({ till }: CashierParts): Promise<void> {
  const waiting = await till.ask('listWaiting')
  for (const { saleId, held } of waiting.ok ? waiting.value : [])
    if (held) await till.ask('releaseWork', { saleId })
}

/** Money that came last is found by a look of our own, not hours later by the watch. */
async function lookOnceMore({ till }: CashierParts, saleIds: readonly string[]): Promise<void> {
  for (const saleId of saleIds) {
    const before = await till.ask('getSale', { saleId })
    if (!before.ok) continue
    const { state } = before.value.view.sale
    if (!('invoice' in state) || state.invoice === null) continue
    if ('watchUntil' in state && state.watchUntil === 0) continue
    const asked = before.value.view.watch?.lastCheckedAt ?? 0
    await till.ask('checkNow', { saleId })
    const end = performance.now() + 5_000
    while (performance.now() < end) {
      const now = await till.ask('getSale', { saleId })
      const watch = now.ok ? now.value.view.watch : null
      if ((watch?.lastCheckedAt ?? 0) > asked && watch?.checking === false) break
      await pause(5)
    }
  }
}
