/**
 * Tries a merchant's invoice code: an invoice is created and cancelled. Nobody sees its QR, and it belongs to no sale.
 * Its number is stored before the request leaves (law 1), and stays stored until the invoice is known to be cancelled
 * or absent.
 */
import type { FailureName } from '../../../shared/failure.ts'
import { money, moneyAsNumber } from '../../../shared/money/money.ts'
import type { Settings, TrialInvoice } from '../../../shared/shop/settings.ts'
import type { Clock } from '../../base/clock-and-log.ts'
import { sleep } from '../../base/sleep.ts'
import { ServiceFailed } from './failed.ts'
import { findInvoices } from './find-invoices.ts'
import type { ServiceClient } from './types.ts'

const AMOUNT = money(10_000)

/** A lost request may still arrive, so a number counts as absent only after two look-ups this far apart. */
const SETTLE_MS = 4_000

/** Refusals of the trial's amount or lines. They do not mean that the invoice code is wrong. */
const NOT_OF_THE_CODE: ReadonlySet<FailureName> = new Set([
  'INVOICE_LINE_REQUIRED',
  'INVALID_AMOUNT',
  'MIN_AMOUNT_ERR',
  'MAX_AMOUNT_ERR',
])

type Client = Pick<ServiceClient, 'createInvoice' | 'cancelInvoice' | 'listInvoices'>

export type TrialInvoices = {
  /** Stores the number, before the request. */
  readonly add: (trial: TrialInvoice) => void
  readonly remove: (trial: TrialInvoice) => void
}

/** Throws if the service refuses the code. After a lost answer the invoice is looked up by number; the POST is never repeated (law 2). */
export async function tryInvoiceCode(
  client: Client,
  trial: TrialInvoice,
  { invoiceCode, invoicing }: { readonly invoiceCode: string; readonly invoicing: Settings['invoicing'] },
  trials: TrialInvoices,
): Promise<void> {
  trials.add(trial)
  try {
    await client.createInvoice({
      shape: 'simple',
      invoice_code: invoiceCode,
      sender_invoice_no: trial.number,
      invoice_receiver_code: 'terminal',
      invoice_description: 'Tugrik POS',
      callback_url: invoicing.callbackUrl,
      amount: moneyAsNumber(AMOUNT),
    })
  } catch (error) {
    if (!(error instanceof ServiceFailed)) throw error
    const { name, outcomeUnknown, numberMayExist } = error.failure
    if (outcomeUnknown || numberMayExist) {
      const found = await listed(client, trial)
      if (found === 'there') return
      if (outcomeUnknown || found !== 'absent') throw error // it stays stored, and the next try looks for it
    }
    trials.remove(trial)
    if (!NOT_OF_THE_CODE.has(name)) throw error
  }
}

/**
 * Cancels the invoice of a trial, and resolves to whether it is known to be cancelled or absent. May be called again and
 * again.
 */
export async function withdrawTrial(
  client: Client,
  trial: TrialInvoice,
  clock: Clock,
  signal?: AbortSignal,
): Promise<boolean> {
  try {
    if ((await cancelled(client, trial)) !== 'absent') return (await listed(client, trial)) === 'cancelled'
    await sleep(clock, SETTLE_MS, signal)
    return (await listed(client, trial)) === 'absent'
  } catch (error) {
    if (error instanceof ServiceFailed || signal?.aborted) return false
    throw error
  }
}

async function cancelled(client: Client, trial: TrialInvoice): Promise<'absent' | 'asked'> {
  const { invoices, complete } = await findInvoices(client, trial.number)
  for (const { invoiceId, status } of invoices)
    if (status !== 'CANCELLED') await client.cancelInvoice(invoiceId)
  return invoices.length === 0 && complete ? 'absent' : 'asked'
}

async function listed(
  client: Client,
  trial: TrialInvoice,
): Promise<'there' | 'cancelled' | 'absent' | 'unknown'> {
  const { invoices, complete } = await findInvoices(client, trial.number)
  if (invoices.some(({ status }) => status !== 'CANCELLED')) return 'there'
  if (!complete) return 'unknown'
  return invoices.length === 0 ? 'absent' : 'cancelled'
}
