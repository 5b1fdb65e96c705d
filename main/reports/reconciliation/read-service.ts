/** Reads the service's book of a day: all pages of its invoices, then the payments of each that is ours. */
import type { BookedInvoice, BookedPayment, BookPage } from '../../../shared/books.ts'
import { dayAfter } from '../../../shared/shop-day.ts'
import { asFailure, type ServiceClient, ServiceFailed } from '../../service/index.ts'
import type { ListedInvoice, ServiceBook } from './books.ts'
import type { Patience } from './patience.ts'
import { inSlices } from './slices.ts'

export type ServiceReading = {
  readonly service: Pick<ServiceClient, 'invoicePage' | 'paymentPage'>
  readonly patience: Patience
  readonly day: string
  readonly today: string
  /** Whether it is for our journal to know. `other day`: its sale belongs to the books of another day. */
  readonly whose: (invoice: BookedInvoice) => 'ours' | 'elsewhere' | 'other day'
  /** Numbers of sales of the day whose invoices are not among these. */
  readonly missing: (listed: ReadonlySet<string>) => readonly string[]
  readonly progress: (step: 'invoices' | 'payments', done: number, all: number | null) => void
}

/** The contract names no largest page (section 8); a service that gives fewer rows is walked on. */
const PAGE_SIZE = 100
/** 100,000 rows: beyond it the service is taken to have no end. */
const MOST_PAGES = 1_000
/** Of the client's four at a time (main/service/budget.ts): one is always free for the till. */
const AT_A_TIME = 3

/** Throws Stopped or ServiceFailed; what it gives is whole. */
export async function readServiceBook(reading: ServiceReading): Promise<ServiceBook> {
  const listed = await listDay(reading)
  const invoices = new Map(listed.rows.map((invoice) => [invoice.invoiceId, invoice]))
  const ids = new Set(invoices.keys())
  await eachOf(reading.missing(ids), AT_A_TIME, async (number) => {
    for (const invoice of await lookUp(reading, number)) invoices.set(invoice.invoiceId, invoice)
  })
  const { ours, elsewhere } = await sorted(reading, [...invoices.values()])
  return { invoices: await withPayments(reading, ours), elsewhere, unread: listed.unread }
}

async function sorted({ whose, patience }: ServiceReading, invoices: readonly BookedInvoice[]) {
  const ours: BookedInvoice[] = []
  const elsewhere: BookedInvoice[] = []
  await inSlices(invoices, patience, (invoice) => {
    const place = whose(invoice)
    if (place === 'ours') ours.push(invoice)
    else if (place === 'elsewhere') elsewhere.push(invoice)
  })
  return { ours, elsewhere }
}

const listDay = (reading: ServiceReading): Promise<Walked<BookedInvoice>> => {
  const { service, patience, day, progress } = reading
  progress('invoices', 0, null)
  const filter = { start_date: day, end_date: day }
  return walk(
    (number) => patience.ask(() => service.invoicePage(filter, { number, size: PAGE_SIZE })),
    ({ invoiceId }) => invoiceId,
    (done, count) => progress('invoices', done, count),
  )
}

/** What the service made of a sale of ours that it does not list for the day: its clock is not ours. */
async function lookUp(
  { service, patience }: ServiceReading,
  number: string,
): Promise<readonly BookedInvoice[]> {
  const { rows } = await patience.ask(() =>
    service.invoicePage({ sender_invoice_no: number }, { number: 1, size: PAGE_SIZE }),
  )
  return rows.filter(({ senderInvoiceNo }) => senderInvoiceNo === number)
}

async function withPayments(
  reading: ServiceReading,
  invoices: readonly BookedInvoice[],
): Promise<readonly ListedInvoice[]> {
  const read: ListedInvoice[] = []
  reading.progress('payments', 0, invoices.length)
  await eachOf(invoices, AT_A_TIME, async (invoice) => {
    read.push({ ...invoice, ...(await paymentsOf(reading, invoice)) })
    reading.progress('payments', read.length, invoices.length)
  })
  return read
}

/** A payment may come days after its invoice: all of them until now. */
async function paymentsOf(
  { service, patience, day, today }: ServiceReading,
  { invoiceId }: BookedInvoice,
): Promise<Pick<ListedInvoice, 'payments' | 'unreadPayments'>> {
  // A day to spare on both sides: the service's clock is not ours.
  const filter = {
    object_id: invoiceId,
    start_date: dayAfter(day, -1),
    end_date: laterOf(day, dayAfter(today, 1)),
  }
  try {
    const { rows, unread } = await walk<BookedPayment>(
      (number) => patience.ask(() => service.paymentPage(filter, { number, size: PAGE_SIZE })),
      ({ paymentId }) => paymentId,
      () => {},
    )
    return { payments: rows, unreadPayments: unread }
  } catch (error) {
    // One answer that cannot be read does not make the day unreadable.
    if (error instanceof ServiceFailed && asFailure(error.failure).name === 'BAD_ANSWER')
      return { payments: null, unreadPayments: 0 }
    throw error
  }
}

const laterOf = (one: string, other: string): string => (one > other ? one : other)

type Walked<Row> = { readonly rows: readonly Row[]; readonly unread: number }

/** Page after page until all that the service counts is there, or a page brings nothing new. What never came is unread. */
async function walk<Row>(
  read: (number: number) => Promise<BookPage<Row>>,
  idOf: (row: Row) => string,
  progress: (done: number, count: number) => void,
): Promise<Walked<Row>> {
  const rows = new Map<string, Row>()
  let unread = 0
  for (let number = 1; number <= MOST_PAGES; number++) {
    const page = await read(number)
    const before = rows.size + unread
    for (const row of page.rows) rows.set(idOf(row), row)
    unread += page.unread
    const now = rows.size + unread
    progress(now, page.count)
    if (now >= page.count || now === before)
      return { rows: [...rows.values()], unread: unread + Math.max(0, page.count - now) }
  }
  return { rows: [...rows.values()], unread: unread + 1 }
}

/** So many at a time; the first that throws ends it. */
async function eachOf<Item>(
  items: readonly Item[],
  width: number,
  work: (item: Item) => Promise<void>,
): Promise<void> {
  const queue = items.values()
  const worker = async (): Promise<void> => {
    for (const item of queue) await work(item)
  }
  await Promise.all(Array.from({ length: width }, worker))
}
