/** Runs a practice service in a thread of its own. Its data file already has a day of paid invoices. */
import { writeFileSync } from 'node:fs'
import { parentPort, workerData } from 'node:worker_threads'
import { machineClock, silentLog } from '../../main/environment.ts'
import { startPractice } from '../../main/practice/index.ts'

export type PracticeDay = {
  readonly dataFile: string
  readonly amount: number
  /** Milliseconds: the time at which all invoices were made and paid. */
  readonly at: number
  readonly numbers: readonly string[]
}

const { dataFile, amount, at, numbers } = workerData as PracticeDay

const lines = numbers.flatMap((sender_invoice_no, index) => [
  {
    kind: 'invoice',
    invoice_id: `invoice-${index}`,
    shape: 'simple',
    status: 'CLOSED',
    amount,
    created_at: at,
    request: {
      invoice_code: 'PRACTICE',
      sender_invoice_no,
      invoice_receiver_code: 'terminal',
      invoice_description: sender_invoice_no,
      amount: amount / 100,
      callback_url: 'http://127.0.0.1:9/none',
    },
  },
  {
    kind: 'payment',
    payment_id: `payment-${index}`,
    invoice_id: `invoice-${index}`,
    status: 'PAID',
    type: 'P2P',
    amount,
    fee: amount / 100,
    bank_code: '050000',
    made_at: at,
  },
])
writeFileSync(dataFile, `${lines.map((line) => JSON.stringify(line)).join('\n')}\n`)
const practice = await startPractice({ clock: machineClock, log: silentLog, dataFile })
parentPort?.postMessage(practice.address)
