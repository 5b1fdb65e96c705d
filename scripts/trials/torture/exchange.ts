/** Customers who take other goods for the cash of an open return. */
import { randomUUID } from 'node:crypto'
import { type Counter, leave, ringUp, takeTender } from './customers.ts'
import { ANSWERS } from './till.ts'

/** The customer pays the rest, gets the difference as change, or leaves in the middle. */
export async function exchange(counter: Counter, saleId: string, returnId: string): Promise<void> {
  const { cashier, chance, notes } = counter
  const intoSaleId = await ringUp(counter)
  if (intoSaleId === null) return
  const key = randomUUID()
  const reply = await cashier.send('exchangeGoods', { saleId, returnId, intoSaleId, ...ANSWERS }, key)
  if (reply.ok) {
    notes.sale(cashier.till, intoSaleId).tenders.set(key, { kind: 'cash', received: '' })
    notes.exchanges.push({
      command: `exchangeGoods:${key}`,
      till: cashier.till,
      saleId,
      returnId,
      intoSaleId,
    })
    const into = await cashier.sale(intoSaleId)
    if (into?.status.name === 'open' && chance.happens(0.7)) await takeTender(counter, intoSaleId, '')
  }
  await leave(counter, intoSaleId)
}
