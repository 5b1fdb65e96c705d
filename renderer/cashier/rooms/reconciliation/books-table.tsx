import type { ReactNode } from 'react'
import type { BookedInvoice } from '../../../../shared/books/reconciliation.ts'
import { formatSaleNumber } from '../../../../shared/sale/sale.ts'
import { PressButton } from '../../../kit/index.ts'
import { openSale, say } from '../../page/index.ts'
import styles from './books.module.css'

type Column = { readonly words: string; readonly figure?: boolean }
type BooksTableProps = {
  readonly columns: readonly Column[]
  readonly testId?: string
  /** The rows. A cell with figures has `data-figure`. */
  readonly children: ReactNode
}

export const BooksTable = ({ columns, testId, children }: BooksTableProps) => (
  <table className={styles.table} data-testid={testId}>
    <thead>
      <tr>
        {columns.map(({ words, figure }) => (
          <th key={words} scope="col" {...(figure ? { 'data-figure': true } : {})}>
            {words}
          </th>
        ))}
      </tr>
    </thead>
    <tbody>{children}</tbody>
  </table>
)

type SaleButtonProps = { readonly sale: { readonly saleId: string; readonly sequence: number } }

/** The number of a sale as a button that opens the sale in the history. */
export function SaleButton({ sale: { saleId, sequence } }: SaleButtonProps) {
  const number = formatSaleNumber(sequence)
  return (
    <PressButton
      tone="subtle"
      size="small"
      label={say('books.sale', { number })}
      onPress={() => openSale(saleId)}
    >
      {number}
    </PressButton>
  )
}

export const InvoiceStatus = ({ status }: { readonly status: BookedInvoice['status'] }) => (
  <span className={styles.status} data-status={status}>
    {say(`books.invoice.${status}`)}
  </span>
)

/** A date of the service, shortened without conversion: "2026-11-21T14:32:06" becomes "11-21 14:32". */
export const shortDate = (date: string | null): string => (date ?? '').replace('T', ' ').slice(5, 16)
