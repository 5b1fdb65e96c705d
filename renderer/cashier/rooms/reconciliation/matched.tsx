import { useState } from 'react'
import type { MatchedPayment } from '../../../../shared/books/reconciliation.ts'
import { formatMoney } from '../../../../shared/money/money.ts'
import { call, say, useCommand, walletName } from '../../page/index.ts'
import { FailureNote } from '../../parts/failure-note.tsx'
import { ShowMore } from '../../parts/show-more.tsx'
import styles from './books.module.css'
import { BooksTable, SaleButton, shortDate } from './books-table.tsx'

const PAGE = 50

/** The payments on which journal and service agree: collapsed, loaded page by page. */
export function Matched({ span, count }: { readonly span: string; readonly count: number }) {
  const action = useCommand()
  const [rows, setRows] = useState<readonly MatchedPayment[] | null>(null)
  const [all, setAll] = useState(count)
  const shown = rows?.length ?? 0
  const showMore = async () => {
    const reply = await action.run(() => call('listMatched', { span, offset: shown, limit: PAGE }))
    if (!reply?.ok) return
    setRows((had) => [...(had ?? []), ...reply.value.rows])
    setAll(reply.value.all)
  }
  if (count === 0 && rows === null) return null
  return (
    <section className={styles.section}>
      {rows === null ? null : (
        <>
          <h2>{say('books.matched.show', { count: all.toLocaleString('en-US') })}</h2>
          <MatchedTable rows={rows} />
        </>
      )}
      <ShowMore
        shown={shown}
        rest={all - shown}
        onMore={() => void showMore()}
        pending={action.pending}
        {...(rows === null
          ? {
              words: say('books.matched.show', { count: count.toLocaleString('en-US') }),
              testId: 'books-matched-show',
            }
          : {})}
      />
      <FailureNote failure={action.failure} />
    </section>
  )
}

const MatchedTable = ({ rows }: { readonly rows: readonly MatchedPayment[] }) => (
  <BooksTable
    columns={[
      { words: say('word.number') },
      { words: say('books.date') },
      { words: say('books.wallet') },
      { words: say('word.status') },
      { words: say('books.amount'), figure: true },
      { words: say('books.fee'), figure: true },
    ]}
    testId="books-matched"
  >
    {rows.map((row) => (
      <tr key={row.paymentId}>
        <th scope="row">
          <SaleButton sale={row} />
        </th>
        <td>{shortDate(row.date)}</td>
        <td>{walletName(say, row.name ?? row.wallet ?? '')}</td>
        <td>{say(`books.payment.${row.status}`)}</td>
        <td data-figure>{formatMoney(row.amount)}</td>
        <td data-figure>{row.fee === null ? '' : formatMoney(row.fee)}</td>
      </tr>
    ))}
  </BooksTable>
)
