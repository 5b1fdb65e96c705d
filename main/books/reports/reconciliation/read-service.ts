/** Reads the service's records of a day or a shift: its invoices, then the payments of each invoice of ours. */
import type { BookedInvoice, BookedPayment, BookPage } from '../../../../shared/books/reconciliation.ts'
import { dayAfter } from '../../../../shared/shop/shop-day.ts'
import { asFailure, type ServiceClient, ServiceFailed } from '../../../payment-service/client/index.ts'
import type { ListedInvoice, ServiceBook } from './books.ts'
import type { OwnSales } from './own-sales.ts'
import { eachInSlices, type RetryPolicy } from './retry.ts'

type ServiceReading = {
  readonly service: Pick<ServiceClient, 'invoicePage' | 'paymentPage'>
  readonly retry: RetryPolicy
  readonly own: Pick<OwnSales, 'days' | 'without'> & {
    /** Receives all listed invoices before the first question about one. */
    readonly listed: (invoices: readonly BookedInvoice[]) => Promise<void>
  }
  readonly today: string
  /** Whether our journal should know it. `other books`: it belongs to another day or shift. */
  readonly whose: (invoice: BookedInvoice) => 'ours' | 'elsewhere' | 'other books'
  readonly progress: (step: 'invoices' | 'payments', done: number, all: number | null) => void
}

type Asking = Pick<ServiceReading, 'service'> & { readonly retry: Pick<RetryPolicy, 'ask'> }
type AskingForPayments = Asking & Pick<ServiceReading, 'today'> & { readonly near: string }

/** The contract names no largest page (docs/payment-service.md#pagination). Smaller pages mean more requests. */
const PAGE_SIZE = 100
/** 100,000 rows: a longer list counts as endless. */
const MOST_PAGES = 1_000
/** Requests at a time: one of the client's four (main/payment-service/client/budget.ts) stays free for the till. */
const AT_A_TIME = 3

/** Reads everything or throws Stopped or ServiceFailed; rows that cannot be read are counted. */
export async function readServiceBook(reading: ServiceReading): Promise<ServiceBook> {
  const listed = await listDays(reading)
  await reading.own.listed(listed.rows)
  const invoices = new Map(listed.rows.map((invoice) => [invoice.invoiceId, invoice]))
  const ids = new Set(invoices.keys())
  await eachOf(await reading.own.without(ids), AT_A_TIME, async ({ number, invoiceId }) => {
    const found = (await lookUp(reading, number)).find((invoice) => invoice.invoiceId === invoiceId)
    if (found) invoices.set(invoiceId, found)
  })
  const { ours, elsewhere } = await sorted(reading, [...invoices.values()])
  return { invoices: await withPayments(reading, ours), elsewhere, unread: listed.unread }
}

async function sorted({ whose, retry }: ServiceReading, invoices: readonly BookedInvoice[]) {
  const ours: BookedInvoice[] = []
  const elsewhere: BookedInvoice[] = []
  await eachInSlices(invoices, retry, (invoice) => {
    const place = whose(invoice)
    if (place === 'ours') ours.push(invoice)
    else if (place === 'elsewhere') elsewhere.push(invoice)
  })
  return { ours, elsewhere }
}

const listDays = (reading: ServiceReading): Promise<Walked<BookedInvoice>> => {
  const { service, retry, own, progress } = reading
  progress('invoices', 0, null)
  const filter = { start_date: own.days.from, end_date: own.days.to }
  return walk(
    (number) => retry.ask(() => service.invoicePage(filter, { number, size: PAGE_SIZE })),
    ({ invoiceId }) => invoiceId,
    (done, count) => progress('invoices', done, count),
  )
}

/** Finds an invoice by its number: the service may list it under other days, because its clock differs from ours. */
async function lookUp({ service, retry }: Asking, number: string): Promise<readonly BookedInvoice[]> {
  const { rows } = await retry.ask(() =>
    service.invoicePage({ sender_invoice_no: number }, { number: 1, size: PAGE_SIZE }),
  )
  return rows.filter(({ senderInvoiceNo }) => senderInvoiceNo === number)
}

/** Reads the invoices of these numbers from the service. Throws Stopped or ServiceFailed. */
export async function readNumbers(
  reading: AskingForPayments,
  { numbers, isIts }: { numbers: ReadonlySet<string>; isIts: (invoice: BookedInvoice) => boolean },
): Promise<ServiceBook> {
  const invoices: ListedInvoice[] = []
  for (const number of numbers)
    for (const invoice of (await lookUp(reading, number)).filter(isIts))
      invoices.push({ ...invoice, ...(await paymentsOf(reading, invoice)) })
  return { invoices, elsewhere: [], unread: 0 }
}

async function withPayments(
  reading: ServiceReading,
  invoices: readonly BookedInvoice[],
): Promise<readonly ListedInvoice[]> {
  const read: ListedInvoice[] = []
  reading.progress('payments', 0, invoices.length)
  await eachOf(invoices, AT_A_TIME, async (invoice) => {
    read.push({ ...invoice, ...(await paymentsOf({ ...reading, near: reading.own.days.from }, invoice)) })
    reading.progress('payments', read.length, invoices.length)
  })
  return read
}

/** A payment may come days after its invoice: reads all of them until now. */
async function paymentsOf(
  { service, retry, ...days }: AskingForPayments,
  invoice: BookedInvoice,
): Promise<Pick<ListedInvoice, 'payments' | 'unreadPayments'>> {
  const filter = { object_id: invoice.invoiceId, ...paymentDays(invoice, days) }
  try {
    const { rows, unread } = await walk<BookedPayment>(
      (number) => retry.ask(() => service.paymentPage(filter, { number, size: PAGE_SIZE })),
      ({ paymentId }) => paymentId,
      () => {},
    )
    return { payments: rows, unreadPayments: unread }
  } catch (error) {
    // One unreadable answer must not fail the whole day.
    if (error instanceof ServiceFailed && asFailure(error.failure).name === 'BAD_ANSWER')
      return { payments: null, unreadPayments: 0 }
    throw error
  }
}

type Walked<Row> = { readonly rows: readonly Row[]; readonly unread: number }

/** Reads pages until all counted rows are there or a page brings nothing new. Rows that never came count as unread. */
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

/** Handles `width` items at a time. The first error ends the work. */
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

/** How many days after its making an invoice may still be paid. */
const LONGEST_OPEN_DAYS = 32

/**
 * The days to list an invoice's payments for, because the contract requires days
 * (docs/payment-service.md#list-payments). They begin with the service's own date of the invoice, because our clock may
 * be or have been days off. `near`, a day of the reconciliation, replaces a missing date.
 */
function paymentDays(
  { createdDate }: Pick<BookedInvoice, 'createdDate'>,
  { near, today }: { readonly near: string; readonly today: string },
): { readonly start_date: string; readonly end_date: string } {
  const made = dayIn(createdDate)
  const [earliest = today] = [near, today].sort()
  const first = made ?? dayAfter(earliest, -LONGEST_OPEN_DAYS)
  const last = [dayAfter(made ?? earliest, LONGEST_OPEN_DAYS), near, today].sort().at(-1) ?? today
  // One more day on both sides, because the service's zone may differ.
  return { start_date: dayAfter(first, -1), end_date: dayAfter(last, 1) }
}

function dayIn(date: string | null): string | null {
  const day = /^\d{4}-\d{2}-\d{2}(?!\d)/.exec(date ?? '')?.[0]
  return day === undefined || Number.isNaN(Date.parse(day)) ? null : day
}
