import { onTestFinished } from 'vitest'
import { machineClock, silentLog } from '../../main/base/clock-and-log.ts'
import { createServiceClient } from '../../main/payment-service/client/index.ts'
import type { PracticeAddress } from '../../main/payment-service/practice/index.ts'

/** Another program of the merchant that makes invoices. */
export function otherProgram(address: PracticeAddress) {
  const client = clientAt(address)
  return (sender_invoice_no: string, amount = 1_000) =>
    client.createInvoice({
      shape: 'simple',
      invoice_code: address.invoice_code,
      sender_invoice_no,
      invoice_receiver_code: 'terminal',
      invoice_description: 'x',
      amount,
      callback_url: 'http://127.0.0.1:9/none',
    })
}

/** Cancels an invoice at the service without telling any terminal. */
export const cancelledElsewhere = (address: PracticeAddress, invoiceId: string): Promise<unknown> =>
  clientAt(address).cancelInvoice(invoiceId)

function clientAt({ url, username, password }: PracticeAddress) {
  const client = createServiceClient({
    baseUrl: url,
    credentials: { username, password },
    clock: machineClock,
    log: silentLog,
  })
  onTestFinished(() => client.close())
  return client
}
