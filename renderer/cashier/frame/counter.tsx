import type { SaleView } from '../../../shared/ipc/index.ts'
import { Cancelled, LatePayment, Paid } from '../paid/index.ts'
import { Paying } from '../paying/index.ts'
import { useView } from '../store.ts'
import { Till } from '../till/index.ts'

/**
 * The screen that the sale at the counter is at. One till serves the empty counter and the open sale, so that the first
 * line rung up takes nothing away from the search.
 */
export function Counter() {
  const counter = useView((view) => view.counter)
  if (counter === null || counter.status.name === 'open') return <Till counter={counter} />
  return <ScreenOf counter={counter} />
}

function ScreenOf({ counter }: { readonly counter: SaleView }) {
  const { sale, status } = counter
  switch (status.name) {
    // An open sale is the till's, and a parked one is at no counter.
    case 'open':
    case 'parked':
      return null
    case 'invoicing':
    case 'awaiting-payment':
    case 'partly-paid':
    case 'cancelling':
      return <Paying key={sale.id} counter={counter} status={status} />
    case 'receipting':
    case 'receipt-owed':
    case 'completed':
      return <Paid key={sale.id} counter={counter} status={status} />
    case 'cancelled':
      return <Cancelled key={sale.id} counter={counter} status={status} />
    case 'paid-late':
      return <LatePayment key={sale.id} counter={counter} status={status} />
    default:
      return status satisfies never
  }
}
