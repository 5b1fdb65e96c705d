import { useCallback, useEffect, useRef, useState } from 'react'
import type { BookedInvoice } from '../../../../shared/books/reconciliation.ts'
import type { Failure } from '../../../../shared/failure.ts'
import {
  Card,
  CardList,
  Columns,
  Empty,
  FilterBar,
  FilterEntry,
  Hint,
  MainColumn,
  Note,
  PressButton,
  SideColumn,
} from '../../../kit/index.ts'
import { withSign } from '../../../texts/index.ts'
import { call, type ReplyOf, useText } from '../../page/index.ts'
import { DaysEntry } from '../../parts/day-entry.tsx'
import { FailureNote } from '../../parts/failure-note.tsx'
import styles from './books.module.css'
import { dayFromToday, filterBy, isDay, type ListFilters, openInvoice, useBooksPage } from './books-page.ts'
import { InvoiceStatus, shortDate } from './books-table.tsx'
import { InvoiceDetail } from './invoice-detail.tsx'

/** The service's list of invoices, and the open invoice with its payments. */
export function ListView() {
  const say = useText()
  const { filters: kept, invoiceId } = useBooksPage()
  const today = dayFromToday(0)
  const filters = kept ?? { from: today, to: today, number: '', status: null, page: 1 }
  const found = useInvoices(filters)
  return (
    <Columns second="narrow">
      <MainColumn>
        <Filters filters={filters} onAgain={found.again} />
        <FailureNote failure={found.failure} />
        <Invoices found={found} openedId={invoiceId} />
        <Pages filters={filters} page={found.page} />
      </MainColumn>
      <SideColumn label={say('books.invoice')}>
        {invoiceId === null ? (
          <p className={styles.choose}>{say('books.choose')}</p>
        ) : (
          <InvoiceDetail key={invoiceId} invoiceId={invoiceId} />
        )}
      </SideColumn>
    </Columns>
  )
}

type Page = ReplyOf<'listServiceInvoices'>
type Found = {
  /** Null before the first answer. The old page stays while the next one loads. */
  readonly page: Page | null
  readonly failure: Failure | null
  readonly loading: boolean
  readonly again: () => void
}

/**
 * Asks the service once for each choice of filters, and not after changes of the view: all tills of the merchant share
 * its rate limit.
 */
function useInvoices(filters: ListFilters): Found {
  const question = JSON.stringify(filters)
  const [turn, setTurn] = useState(0)
  const [answer, setAnswer] = useState<Omit<Found, 'loading' | 'again'> & { readonly of: string }>({
    page: null,
    failure: null,
    of: '',
  })
  const latest = `${turn} ${question}`
  const wanted = useRef(latest)
  useEffect(() => {
    wanted.current = latest
    void call('listServiceInvoices', JSON.parse(question) as ListFilters).then((reply) => {
      if (wanted.current !== latest) return
      setAnswer((had) =>
        reply.ok
          ? { page: reply.value, failure: null, of: latest }
          : { page: had.page, failure: reply.error, of: latest },
      )
    })
  }, [latest, question])
  return {
    page: answer.page,
    failure: answer.failure,
    loading: answer.of !== latest,
    again: useCallback(() => setTurn((now) => now + 1), []),
  }
}

const STATUSES = ['OPEN', 'PAID', 'CANCELLED'] as const

function Filters({ filters, onAgain }: { readonly filters: ListFilters; readonly onAgain: () => void }) {
  const say = useText()
  const [number, setNumber] = useState(filters.number)
  const change = (some: Partial<ListFilters>) => filterBy({ ...filters, number, page: 1, ...some })
  const chooseDays = (some: { from?: string; to?: string }) => {
    const { from, to } = { ...filters, ...some }
    if (!isDay(from) || !isDay(to)) return
    // If the range would be reversed, the other end moves to the same day.
    if (from <= to) change({ from, to })
    else if (some.from !== undefined) change({ from, to: from })
    else change({ from: to, to })
  }
  return (
    <FilterBar
      onSubmit={() => {
        if (number.trim() === filters.number && filters.page === 1) onAgain()
        else change({ number: number.trim() })
      }}
    >
      <DaysEntry
        first={{
          label: say('books.from'),
          value: filters.from,
          onChange: (from) => chooseDays({ from }),
          testId: 'books-from',
        }}
        last={{
          label: say('books.to'),
          value: filters.to,
          onChange: (to) => chooseDays({ to }),
          testId: 'books-to',
        }}
      />
      <FilterEntry<(typeof STATUSES)[number] | ''>
        label={say('word.status')}
        value={filters.status ?? ''}
        none=""
        options={[
          { value: '', label: say('word.all') },
          ...STATUSES.map((value) => ({ value, label: say(`books.invoice.${value}`) })),
        ]}
        onChange={(status) => change({ status: status || null })}
      />
      <input
        className={styles.numberBox}
        value={number}
        onChange={({ currentTarget }) => setNumber(currentTarget.value)}
        placeholder={say('books.number.whole')}
        aria-label={say('books.number.whole')}
        autoComplete="off"
        spellCheck={false}
        maxLength={200}
      />
      <PressButton submits>{say('books.find')}</PressButton>
    </FilterBar>
  )
}

function Invoices({ found, openedId }: { readonly found: Found; readonly openedId: string | null }) {
  const say = useText()
  const { page, loading, failure } = found
  if (page === null) return failure === null ? <Hint>{say('books.loading')}</Hint> : null
  return (
    <>
      <small role="status" data-testid="books-count">
        {loading ? say('books.loading') : say('word.invoices', { count: page.count.toLocaleString('en-US') })}
      </small>
      {page.unread === 0 ? null : (
        <Note tone="warn" title={say('books.unread.title', { count: page.unread })} />
      )}
      {page.rows.length === 0 ? (
        <Empty icon="search" title={say('books.list.none')} todo={say('books.list.none.todo')} />
      ) : (
        <CardList
          label={say('books.list.label')}
          rows={page.rows.map((row) => ({ ...row, id: row.invoiceId }))}
          chosen={openedId}
          onChosen={openInvoice}
          dependencies={[say]}
        >
          {(row) => <InvoiceRow row={row} />}
        </CardList>
      )}
    </>
  )
}

const InvoiceRow = ({ row }: { readonly row: BookedInvoice }) => (
  <Card id={row.invoiceId} name={row.senderInvoiceNo} testId="books-invoice">
    <div className={styles.cells}>
      <b className={styles.breaks}>{row.senderInvoiceNo}</b>
      <b className={styles.number}>{row.amount === null ? '' : withSign(row.amount)}</b>
      <small>
        {[shortDate(row.createdDate), row.description ?? ''].filter((part) => part !== '').join(' · ')}
      </small>
      <InvoiceStatus status={row.status} />
    </div>
  </Card>
)

function Pages({ filters, page }: { readonly filters: ListFilters; readonly page: Page | null }) {
  const say = useText()
  if (page === null || page.pages < 2) return null
  const go = (number: number) => filterBy({ ...filters, page: number })
  return (
    <nav className={styles.pages} aria-label={say('books.list.label')}>
      <PressButton disabled={filters.page <= 1} onPress={() => go(filters.page - 1)}>
        {say('books.page.before')}
      </PressButton>
      <span className={styles.number}>
        {say('books.page', { page: filters.page, pages: page.pages.toLocaleString('en-US') })}
      </span>
      <PressButton disabled={filters.page >= page.pages} onPress={() => go(filters.page + 1)}>
        {say('books.page.after')}
      </PressButton>
    </nav>
  )
}
