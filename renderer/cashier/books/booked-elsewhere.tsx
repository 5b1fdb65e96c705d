import type { BookedElsewhere } from '../../../shared/books.ts'
import { formatZ } from '../../../shared/shift.ts'
import { withSign } from '../figures.ts'
import { dayAndTime } from '../moment.ts'
import { type Say, useText } from '../text.ts'
import styles from './books.module.css'
import { SaleButton } from './sale-button.tsx'

/** What had to do with the shift and is counted in another: told, so that nobody looks for it. */
export function BookedElsewhereList({ rows }: { readonly rows: readonly BookedElsewhere[] }) {
  const say = useText()
  if (rows.length === 0) return null
  return (
    <section className={styles.section} aria-label={say('books.apart')} data-testid="books-apart">
      <h2>{say('books.apart')}</h2>
      <p className={styles.quiet}>{say('books.apart.about')}</p>
      <table className={styles.table}>
        <tbody>
          {rows.map((row) => (
            <tr key={row.saleId}>
              <th scope="row">
                <SaleButton sale={row} />
              </th>
              <td>{say(`books.apart.${row.what}`)}</td>
              <td>{whose(say, row)}</td>
              <td data-figure>{withSign(row.amount)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  )
}

function whose(say: Say, { shift }: BookedElsewhere): string {
  if (shift === null) return say('books.apart.no.shift')
  return shift.zNumber === null
    ? `${say('books.shift')} · ${dayAndTime(shift.openedAt)}`
    : `Z ${formatZ(shift.zNumber)}`
}
