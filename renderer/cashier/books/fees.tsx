import type { FeeRow } from '../../../shared/books.ts'
import { formatMoney } from '../../../shared/money.ts'
import { useText } from '../text.ts'
import styles from './books.module.css'
import { BooksTable } from './books-table.tsx'

/** What each wallet's payments came to, and what the service kept of them. */
export function Fees({ rows }: { readonly rows: readonly FeeRow[] }) {
  const say = useText()
  if (rows.length === 0) return null
  return (
    <section className={styles.section}>
      <h2>{say('books.fees')}</h2>
      <BooksTable
        columns={[
          { words: say('books.wallet') },
          { words: say('books.type') },
          { words: say('books.count'), figure: true },
          { words: say('books.amount'), figure: true },
          { words: say('books.fee'), figure: true },
        ]}
        testId="books-fees"
      >
        {rows.map(({ wallet, type, payments, fee, untold }) => (
          <tr key={`${wallet} ${type}`}>
            <th scope="row">
              {wallet === '' ? say('books.type.unknown') : wallet}
              {untold === 0 ? null : <small>{say('books.fee.untold', { count: untold })}</small>}
            </th>
            <td>{say(`books.type.${type}`)}</td>
            <td data-figure>{payments.count.toLocaleString('en-US')}</td>
            <td data-figure>{formatMoney(payments.amount)}</td>
            <td data-figure>{formatMoney(fee)}</td>
          </tr>
        ))}
      </BooksTable>
    </section>
  )
}
