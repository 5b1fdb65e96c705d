import { useState } from 'react'
import type { MatchedPayment } from '../../../shared/books.ts'
import { formatMoney } from '../../../shared/money.ts'
import { PressButton } from '../../kit/index.ts'
import { call } from '../call.ts'
import { FailureNote } from '../failure-note.tsx'
import { useText, walletName } from '../text.ts'
import { useCommand } from '../use-command.ts'
import { useFocusOnNew } from '../use-focus-on-new.ts'
import styles from './books.module.css'
import { BooksTable, SaleButton, shortDate } from './books-table.tsx'

const PAGE = 50

/** The payments on which journal and service agree: collapsed, loaded page by page. */
export function Matched({ span, count }: { readonly span: string; readonly count: number }) {
  const say = useText()
  const action = useCommand()
  const [rows, setRows] = useState<readonly MatchedPayment[] | null>(null)
  const [all, setAll] = useState(count)
  const { more, follow } = useFocusOnNew(rows?.length ?? 0)
  const showMore = async () => {
    follow()
    const offset = rows?.length ?? 0
    const reply = await action.run(() => call('listMatched', { span, offset, limit: PAGE }))
    if (!reply?.ok) return
    setRows((had) => [...(had ?? []), ...reply.value.rows])
    setAll(reply.value.all)
  }
  if (count === 0 && rows === null) return null
  return (
    <section className={styles.section}>
      {rows === null ? (
        <div ref={more}>
          <PressButton
            tone="subtle"
            pending={action.pending}
            onPress={() => void showMore()}
            testId="books-matched-show"
          >
            {say('books.matched.show', { count: count.toLocaleString('en-US') })}
          </PressButton>
        </div>
      ) : (
        <>
          <h2>{say('books.matched.show', { count: all.toLocaleString('en-US') })}</h2>
          <MatchedTable rows={rows} />
          {rows.length < all ? (
            <div ref={more}>
              <PressButton pending={action.pending} onPress={() => void showMore()}>
                {say('list.more', { count: (all - rows.length).toLocaleString('en-US') })}
              </PressButton>
            </div>
          ) : null}
        </>
      )}
      <FailureNote failure={action.failure} />
    </section>
  )
}

function MatchedTable({ rows }: { readonly rows: readonly MatchedPayment[] }) {
  const say = useText()
  return (
    <BooksTable
      columns={[
        { words: say('books.number') },
        { words: say('books.date') },
        { words: say('books.wallet') },
        { words: say('books.status') },
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
}
