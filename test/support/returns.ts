/** Sells goods that can be returned, starts returns, and waits for their progress. */

import type { RequestOf } from '../../main/till/commands/index.ts'
import type { PracticeControl } from '../../scripts/run/practice/index.ts'
import { moneyBackOf, type Return } from '../../shared/sale/return.ts'
import type { PaymentType, Sale } from '../../shared/sale/sale.ts'
import { chargedSale, rungUp } from './charged-sale.ts'
import { eventually } from './eventually.ts'
import type { Till } from './terminal.ts'

/** A sale that was paid by QR in one payment; in two when a first amount (in tugriks) is given. */
export async function paidSale(
  till: Till,
  payer: PracticeControl,
  how: { readonly type: PaymentType; readonly first?: number; readonly goods?: number },
): Promise<{ saleId: string; total: number }> {
  const { saleId, total, invoice } = await chargedSale(till, how.goods ?? 2)
  const type = how.type === 'unknown' ? 'P2P' : how.type
  const invoice_id = invoice.invoiceId
  if (how.first !== undefined) await payer.pay({ invoice_id, amount: how.first, type })
  await payer.pay({ invoice_id, type })
  await till.ask('checkNow', { saleId })
  await till.until(saleId, 'completed', 'receipt-owed')
  await till.ask('nextSale', { saleId })
  return { saleId, total }
}

export async function cashSale(till: Till, goods = 2): Promise<{ saleId: string; total: number }> {
  const sale = await rungUp(till, goods)
  await till.takeCash(sale.saleId)
  await till.ask('nextSale', { saleId: sale.saleId })
  return sale
}

type Wanted = Partial<Pick<RequestOf<'startReturn'>, 'lines' | 'way' | 'reason' | 'exchange'>>

/** Plans and starts a return as the screen does; of the whole sale unless lines are given. */
export async function startReturn(
  till: Pick<Till, 'ask'>,
  saleId: string,
  wanted: Wanted = {},
): Promise<string> {
  const { lines = null, way = 'transfer', reason = 'Гэмтэлтэй', exchange = false } = wanted
  const amount = moneyBackOf(await till.ask('planReturn', { saleId, lines, way }))
  return (await till.ask('startReturn', { saleId, lines, way, reason, amount, exchange })).returnId
}

export const saleOf = async (till: Pick<Till, 'ask'>, saleId: string): Promise<Sale> =>
  (await till.ask('getSale', { saleId })).view.sale

export async function returnOf(till: Pick<Till, 'ask'>, saleId: string): Promise<Return> {
  const one = (await saleOf(till, saleId)).returns.at(-1)
  if (!one) throw new Error('nothing came back')
  return one
}

/** Waits until the latest return of the sale is as wanted, woken by the terminal's own views. */
export function untilReturn(till: Till, saleId: string, wanted: (one: Return) => boolean): Promise<Return> {
  return new Promise((resolve, reject) => {
    const look = (): void => {
      returnOf(till, saleId).then((one) => {
        if (!wanted(one)) return
        end()
        resolve(one)
      }, reject)
    }
    const end = till.terminal.onView(look)
    look()
  })
}

/** Starts a return as `startReturn`, and waits until it is completed or as wanted. */
export async function returned(
  till: Till,
  saleId: string,
  how: Wanted = {},
  wanted: (one: Return) => boolean = completed,
): Promise<Return> {
  await startReturn(till, saleId, how)
  return untilReturn(till, saleId, wanted)
}

/** Returns all goods or these lines; the shop repays each part itself. */
export async function repaidByHand(
  till: Till,
  saleId: string,
  how: 'cash' | 'transfer',
  wanted: Omit<Wanted, 'way'> = {},
): Promise<void> {
  await returned(till, saleId, { ...wanted, way: how }, allVoided)
  await settleRepayments(till, saleId, how)
}

/** Says of each part of the latest return that the shop has repaid it, and waits until the return is completed. */
export async function settleRepayments(
  till: Till,
  saleId: string,
  how: 'cash' | 'transfer' = 'cash',
): Promise<void> {
  const { id: returnId, parts } = await returnOf(till, saleId)
  for (const { id: partId } of parts)
    await till.ask('settleReturnStep', { saleId, returnId, action: { do: 'repaid', partId, how, note: '' } })
  await untilReturn(till, saleId, completed)
}

/** Cancels the latest return. Tries again while a void is being requested: the till refuses it for that time. */
export const cancelReturn = (till: Pick<Till, 'ask'>, saleId: string): Promise<void> =>
  eventually(async () => {
    const { id: returnId } = await returnOf(till, saleId)
    await till.ask('settleReturnStep', { saleId, returnId, action: { do: 'cancel' } })
  })

/** Starts a return, cancels it when its void is as wanted, and waits until the sale is completed again. */
export async function returnedInVain(till: Till, saleId: string, wanted = voidDelayed): Promise<Return> {
  const one = await returned(till, saleId, {}, wanted)
  await cancelReturn(till, saleId)
  await till.until(saleId, 'completed')
  return one
}

export const allVoided = (one: Return): boolean => one.voids.every(({ step }) => step.name === 'voided')
export const completed = (one: Return): boolean => one.state === 'completed'
export const voidIs =
  (name: Return['voids'][number]['step']['name']) =>
  (one: Return): boolean =>
    one.voids.some(({ step }) => step.name === name)
/** The request for a void failed, and the till repeats it later. */
export const voidDelayed = (one: Return): boolean =>
  one.voids.some(({ step }) => step.name === 'due' && step.failure !== null)
export const partIs =
  (name: Return['parts'][number]['step']['name']) =>
  (one: Return): boolean =>
    one.parts.some(({ step }) => step.name === name)
