/**
 * Measures the reconciliation of a day of 10,000 payments with the terminal's real parts and a practice service in a
 * thread of its own. The comparison is the service's own time: the same requests, three at a time, without any work on
 * the answers.
 */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Worker } from 'node:worker_threads'
import { machineClock, silentLog } from '../../main/environment.ts'
import type { PracticeAddress } from '../../main/practice/index.ts'
import { createReconciler } from '../../main/reports/index.ts'
import { createSaleStore, saleModel } from '../../main/sales/index.ts'
import { createServiceClient } from '../../main/service/index.ts'
import { type Journal, openJournal } from '../../main/store/index.ts'
import { money } from '../../shared/money.ts'
import { quantity } from '../../shared/quantity.ts'
import type { SaleEvent } from '../../shared/sale.ts'
import { shopDay } from '../../shared/shop-day.ts'
import type { PracticeDay } from './practice-thread.ts'

const PAYMENTS = 10_000
const AT_A_TIME = 3
const PAGE = { number: 1, size: 100 } as const

export type ReconciliationBench = {
  readonly payments: number
  readonly matched: number
  readonly differences: number
  /** From the start of the reconciliation until its result is on the disk. */
  readonly seconds: number
  /** Time of the same requests alone. */
  readonly service_seconds: number
  readonly beyond_service_seconds: number
  /** The longest time in which the till could do nothing else. */
  readonly longest_stop_ms: number
}

export async function measureReconciliation(): Promise<ReconciliationBench> {
  // The service's days are Ulaanbaatar's, whatever the zone of this machine.
  process.env.TZ = 'Asia/Ulaanbaatar'
  const folder = mkdtempSync(join(tmpdir(), 'tugrik-bench-'))
  const at = Date.now()
  const day = shopDay(at)
  const service = await practiceInThread(join(folder, 'practice.jsonl'), day, at)
  const { url: baseUrl, username, password } = service.address
  const client = createServiceClient({
    baseUrl,
    credentials: { username, password },
    clock: machineClock,
    log: silentLog,
  })
  const journal = openJournal(join(folder, 'journal.sqlite'), { model: saleModel, now: Date.now })
  try {
    fillJournal(journal, day, at)
    const service_ms = await timed(() => onlyAsk(client, day))
    const reconciler = createReconciler({
      journal,
      service: client,
      terminal: () => 'K01',
      booksOfShop: () => Promise.reject(new Error('this run has no shop database')),
      whenIdle: async () => {},
      clock: machineClock,
      log: silentLog,
    })
    const stops = watchStops()
    const ms = await timed(async () => {
      reconciler.start(day)
      await reconciler.ended()
    })
    const { sums, differences } = JSON.parse(journal.reconciliations.of(day) ?? '{}')
    return {
      payments: PAYMENTS,
      matched: sums.matched.count,
      differences: differences.length,
      seconds: inSeconds(ms),
      service_seconds: inSeconds(service_ms),
      beyond_service_seconds: inSeconds(ms - service_ms),
      longest_stop_ms: Math.round(stops.end()),
    }
  } finally {
    await client.close()
    await service.stop()
    journal.close()
    rmSync(folder, { recursive: true, force: true })
  }
}

const inSeconds = (ms: number): number => Math.round(ms / 10) / 100

async function timed(work: () => Promise<void>): Promise<number> {
  const begun = performance.now()
  await work()
  return performance.now() - begun
}

/** Measures the longest time in which the event loop did nothing else. */
function watchStops(): { readonly end: () => number } {
  let longest = 0
  let last = performance.now()
  const timer = setInterval(() => {
    const now = performance.now()
    longest = Math.max(longest, now - last - 5)
    last = now
  }, 5)
  return {
    end: () => {
      clearInterval(timer)
      return longest
    },
  }
}

type Client = ReturnType<typeof createServiceClient>

async function onlyAsk(client: Client, day: string): Promise<void> {
  const ids: string[] = []
  for (let number = 1; ids.length < PAYMENTS; number++) {
    const { rows } = await client.invoicePage({ start_date: day, end_date: day }, { ...PAGE, number })
    if (rows.length === 0) throw new Error(`the service has ${ids.length} invoices on ${day}`)
    ids.push(...rows.map(({ invoiceId }) => invoiceId))
  }
  const queue = ids.values()
  const worker = async (): Promise<void> => {
    for (const object_id of queue)
      await client.paymentPage({ object_id, start_date: day, end_date: day }, PAGE)
  }
  await Promise.all(Array.from({ length: AT_A_TIME }, worker))
}

const number = (index: number, day: string): string =>
  `K01-${day.slice(2).replaceAll('-', '')}-${String(index + 1).padStart(4, '0')}-BENC`

const AMOUNT = money(435_000)

/** Writes sold sales in one commit: another measure covers the time of commits. */
const fillJournal = (journal: Journal, day: string, at: number): void =>
  journal.command({ id: 'bench-fill', at, actor: null, request: '' }, () => {
    let now = at - PAYMENTS
    const store = createSaleStore({ journal, clock: { ...machineClock, now: () => now } })
    for (let index = 0; index < PAYMENTS; index++) {
      now = at - PAYMENTS + index
      store.append(`sale-${index}`, eventsOf(index, day))
    }
  })

const eventsOf = (index: number, day: string): readonly SaleEvent[] => [
  {
    kind: 'opened',
    terminal: 'K01',
    day,
    sequence: index + 1,
    senderInvoiceNo: number(index, day),
  },
  {
    kind: 'line-added',
    line: {
      id: 'line',
      product: {
        code: '8650000000001',
        name: 'Талх',
        category: 'Талх',
        price: AMOUNT,
        unit: 'ш',
        taxProductCode: '',
        classificationCode: '2349010',
        taxKind: 'vat',
        cityTax: false,
      },
      quantity: quantity(1000),
      unitPrice: AMOUNT,
      amount: AMOUNT,
    },
  },
  { kind: 'invoice-requested', total: AMOUNT, attempt: 1 },
  {
    kind: 'invoice-created',
    no: 1,
    invoice: { invoiceId: `invoice-${index}`, qrText: 'x', shortUrl: null, banks: [] },
    found: 'answer',
  },
  {
    kind: 'paid',
    no: 1,
    payments: [
      {
        paymentId: `payment-${index}`,
        status: 'PAID',
        amount: AMOUNT,
        type: 'P2P',
        wallet: null,
        bankCode: '050000',
      },
    ],
    counted: [{ paymentId: `payment-${index}`, amount: AMOUNT }],
    receiptsDue: [],
  },
]

/** Fills the service by its data file before it starts, because another measure covers 10,000 invoices over HTTP. */
async function practiceInThread(dataFile: string, day: string, at: number) {
  const numbers = Array.from({ length: PAYMENTS }, (_, index) => number(index, day))
  const workerData: PracticeDay = { dataFile, amount: AMOUNT, at, numbers }
  const worker = new Worker(new URL('./practice-thread.ts', import.meta.url), { workerData })
  const address = await new Promise<PracticeAddress>((resolve, reject) => {
    worker.once('message', resolve)
    worker.once('error', reject)
  })
  return { address, stop: () => worker.terminate() }
}
