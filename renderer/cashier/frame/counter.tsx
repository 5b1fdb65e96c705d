import type { SaleView } from '../../../shared/page/index.ts'
import { Cancelled, LatePayment, Paid } from '../counter/paid/index.ts'
import { Paying } from '../counter/paying/paying.tsx'
import { Till } from '../counter/till/index.ts'
import { useView } from '../page/index.ts'

/**
 * The screen for the state of the sale at the counter. The empty counter and the open sale share one Till component, so
 * that the first line does not remount the search.
 */
export function Counter() {
  const counter = useView((view) => view.counter)
  if (counter === null || counter.status.name === 'open') return <Till counter={counter} />
  return <ScreenOf counter={counter} />
}

function ScreenOf({ counter }: { readonly counter: SaleView }) {
  const { sale, status } = counter
  switch (status.name) {
    // `Counter` shows an open sale; a parked sale is never at the counter, nor one that another till continues.
    case 'open':
    case 'parked':
    case 'moved':
      return null
    case 'invoicing':
    case 'awaiting-payment':
    case 'partly-paid':
    case 'cancelling':
      return <Paying key={sale.id} counter={counter} status={status} />
    case 'fulfilling':
    case 'receipt-owed':
    case 'completed':
      return <Paid key={sale.id} counter={counter} status={status} />
    case 'cancelled':
      return <Cancelled key={sale.id} counter={counter} status={status} />
    case 'late-payment':
      return <LatePayment key={sale.id} counter={counter} status={status} />
    default:
      return status satisfies never
  }
}
