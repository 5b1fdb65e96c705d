import type { BookedInvoice } from '../../../shared/books.ts'
import { useText } from '../text.ts'
import styles from './books.module.css'

export function InvoiceStatus({ status }: { readonly status: BookedInvoice['status'] }) {
  const say = useText()
  return (
    <span className={styles.status} data-status={status}>
      {say(`books.invoice.${status}`)}
    </span>
  )
}
