import type { BookedElsewhere, BookSums, FeeRow } from '../../../../shared/books/reconciliation.ts'
import { formatZ } from '../../../../shared/books/shift.ts'
import { formatMoney, money, NO_MONEY } from '../../../../shared/money/money.ts'
import { Hint } from '../../../kit/index.ts'
import { signed, withSign } from '../../../texts/index.ts'
import { say, walletName } from '../../page/index.ts'
import { dayAndTime } from '../../parts/moment.ts'
import styles from './books.module.css'
import { BooksTable, SaleButton } from './books-table.tsx'

/**
 * The reconciliation as two sums, each in a row of three: the service's payments less ours are the difference, and the
 * service's payments less its fees are what it pays out.
 */
export function Sums({ sums }: { readonly sums: BookSums }) {
  const payments = (count: number) => say('books.count.of', { count: count.toLocaleString('en-US') })
  // Positive if the service has more.
  const difference = money(sums.theirs.amount - sums.ours.amount)
  const theirs = { words: withSign(sums.theirs.amount), beside: payments(sums.theirs.count) }
  const figures = [
    { key: 'theirs', sign: '', ...theirs },
    { key: 'ours', sign: '−', words: withSign(sums.ours.amount), beside: payments(sums.ours.count) },
    { key: 'difference', sign: '=', words: signed(difference), beside: '', differs: difference !== NO_MONEY },
    { key: 'paid', sign: '', ...theirs },
    { key: 'fees', sign: '−', words: withSign(sums.fees), beside: '' },
    { key: 'net', sign: '=', words: withSign(sums.net), beside: '' },
  ] as const
  return (
    <>
      <dl className={styles.sums}>
        {figures.map(({ key, sign, words, beside, ...more }) => (
          <div
            key={key}
            className={styles.sum}
            data-differs={'differs' in more && more.differs}
            data-testid={`books-sum-${key}`}
          >
            <dt>{say(`books.sum.${key === 'paid' ? 'theirs' : key}`)}</dt>
            <dd>
              <b>
                <i className={styles.sign}>{sign}</i>
                {words}
              </b>
              <small>{beside}</small>
            </dd>
          </div>
        ))}
      </dl>
      <div data-testid="books-sum-matched">
        <Hint>
          {[say('books.sum.matched'), payments(sums.matched.count), withSign(sums.matched.amount)].join(
            ' · ',
          )}
        </Hint>
      </div>
      {sums.elsewhere.count === 0 ? null : (
        <Hint>
          {[
            say('books.sum.elsewhere'),
            say('word.invoices', { count: sums.elsewhere.count.toLocaleString('en-US') }),
            withSign(sums.elsewhere.amount),
          ].join(' · ')}
        </Hint>
      )}
    </>
  )
}

/** The payments of each wallet, and the service's fees. */
export function Fees({ rows }: { readonly rows: readonly FeeRow[] }) {
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
      >
        {rows.map(({ wallet, type, payments, fee, untold }) => (
          <tr key={`${wallet} ${type}`}>
            <th scope="row">
              {wallet === '' ? say('books.type.unknown') : walletName(say, wallet)}
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

/** Sales of this shift that are counted in another one. They are listed so that nobody searches for them. */
export function BookedElsewhereList({ rows }: { readonly rows: readonly BookedElsewhere[] }) {
  if (rows.length === 0) return null
  return (
    <section className={styles.section} aria-label={say('books.apart')}>
      <h2>{say('books.apart')}</h2>
      <Hint>{say('books.apart.about')}</Hint>
      <table className={styles.table}>
        <tbody>
          {rows.map((row) => (
            <tr key={row.saleId}>
              <th scope="row">
                <SaleButton sale={row} />
              </th>
              <td>{say(`books.apart.${row.what}`)}</td>
              <td>{whose(row)}</td>
              <td data-figure>{withSign(row.amount)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  )
}

function whose({ shift }: BookedElsewhere): string {
  if (shift === null) return say('books.apart.no.shift')
  return shift.zNumber === null
    ? `${say('books.shift')} · ${dayAndTime(shift.openedAt)}`
    : `Z ${formatZ(shift.zNumber)}`
}
