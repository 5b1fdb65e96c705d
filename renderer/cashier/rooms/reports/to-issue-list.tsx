import { useCallback } from 'react'
import { formatMoney } from '../../../../shared/money/money.ts'
import { formatSaleNumber } from '../../../../shared/sale/sale.ts'
import { shopClock } from '../../../../shared/shop/shop-day.ts'
import { Hint, PressButton } from '../../../kit/index.ts'
import { call, openSale, say, useAsked } from '../../page/index.ts'
import { FailureNote } from '../../parts/failure-note.tsx'
import { BelowTable } from './below-table.tsx'
import styles from './reports.module.css'

type ToIssueListProps = { readonly day: string; readonly onClose: () => void }

/** The sales of one day whose e-receipts are to be issued elsewhere. A press on a number opens the sale. */
export function ToIssueList({ day, onClose }: ToIssueListProps) {
  const { value: found, failure } = useAsked(useCallback(() => call('listToIssue', { day }), [day]))
  return (
    <BelowTable title={say('reports.toIssue', { day })} answer={found} onClose={onClose} testId="to-issue">
      <FailureNote failure={failure} />
      <div className={styles.list}>
        <table className={styles.rows}>
          <thead>
            <tr>
              {(['time', 'number', 'what', 'receiver'] as const).map((column) => (
                <th key={column} scope="col" className={styles.words}>
                  {say(`entries.column.${column}`)}
                </th>
              ))}
              {(['amount', 'vat', 'cityTax'] as const).map((column) => (
                <th key={column} scope="col" className={styles.number}>
                  {say(`entries.column.${column}`)}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {found?.rows.map((row, at) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: the rows do not change, and a sale may have several.
              <tr key={at} data-testid="to-issue-row">
                <td className={styles.words}>{shopClock(row.at)}</td>
                <td className={styles.words}>
                  <PressButton
                    tone="subtle"
                    size="small"
                    label={say('books.sale', { number: formatSaleNumber(row.sequence) })}
                    onPress={() => openSale(row.saleId)}
                  >
                    {formatSaleNumber(row.sequence)}
                  </PressButton>
                </td>
                <td className={styles.words}>{say(`entries.toIssue.${row.what}`)}</td>
                <td className={styles.words}>{row.register}</td>
                <td className={styles.number}>{formatMoney(row.amount)}</td>
                <td className={styles.number}>{formatMoney(row.vat)}</td>
                <td className={styles.number}>{formatMoney(row.cityTax)}</td>
              </tr>
            ))}
          </tbody>
        </table>
        {found && found.all > found.rows.length ? (
          <Hint>{say('reports.toIssue.shown', { all: found.all, shown: found.rows.length })}</Hint>
        ) : null}
      </div>
    </BelowTable>
  )
}
