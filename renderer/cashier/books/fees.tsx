import type { FeeRow } from '../../../shared/books.ts'
import { formatMoney } from '../../../shared/money.ts'
import { useText } from '../text.ts'
import styles from './books.module.css'

/** What each wallet's payments came to, and what the service kept of them. */
export function Fees({ rows }: { readonly rows: readonly FeeRow[] }) {
  const say = useText()
  if (rows.length === 0) return null
  return (
    <section className={styles.section}>
      <h2>{say('books.fees')}</h2>
      <table className={styles.table} data-testid="books-fees">
        <thead>
          <tr>
            <th scope="col">{say('books.wallet')}</th>
            <th scope="col">{say('books.type')}</th>
            <th scope="col" data-figure>
              {say('books.count')}
            </th>
            <th scope="col" data-figure>
              {say('books.amount')}
            </th>
            <th scope="col" data-figure>
              {say('books.fee')}
            </th>
          </tr>
        </thead>
        <tbody>
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
        </tbody>
      </table>
    </section>
  )
}
