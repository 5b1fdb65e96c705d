import type { Sale } from '../../../../shared/sale/sale.ts'
import type { WaitingPrint } from '../../../../shared/shop/printing.ts'
import { Icon } from '../../../kit/index.ts'
import { failureText, say, serviceWords, useCommand } from '../../page/index.ts'
import type { PaidStatus } from '../../page/status.ts'
import { PrintResolutions, RetryReceipt, usePrintOf } from '../../parts/print-resolutions.tsx'
import styles from './paid.module.css'
import { inTheWay, progressOf } from './progress.ts'

type OwedProps = { readonly sale: Sale; readonly status: PaidStatus }

/** The money is received, and the receipt is late: why, what to do, and that the customer need not wait. */
export function Owed({ sale, status }: OwedProps) {
  const print = usePrintOf(sale.id)
  const action = useCommand()
  const why =
    status.name === 'receipt-owed'
      ? status.failure
      : (inTheWay(progressOf(say, status, sale))?.failure ?? null)
  if (why === null) return null
  const failure = action.failure ?? why
  const detail = serviceWords(failure)
  const key = wordsFor(status, print)
  return (
    <div className={styles.owed} role="status" data-testid="receipt-owed" data-words={key}>
      <Icon name={key === 'unconfirmed' ? 'question' : 'warning'} size={24} />
      <div className={styles.owedWords}>
        <strong>{say(`paid.${key}.title`)}</strong>
        {failure.name === 'PRINT_UNCONFIRMED' ? null : <span>{failureText(say, failure)}</span>}
        {detail === null ? null : <span>{say('failure.detail', { detail })}</span>}
        <span>{say(`paid.${key}.todo`)}</span>
      </div>
      <div className={styles.ways}>
        {/* The question whether it printed comes first: a person must look at the printer. */}
        {print?.state === 'unconfirmed' ? (
          <PrintResolutions print={print} settling={action} without={['given-up']} />
        ) : (
          <>
            <RetryReceipt saleId={sale.id} retrying={action} />
            {print === null ? null : (
              <PrintResolutions print={print} settling={action} without={['again', 'given-up']} />
            )}
          </>
        )}
      </div>
    </div>
  )
}

/** An unconfirmed print does not continue by itself. */
function wordsFor(status: PaidStatus, print: WaitingPrint | null): 'owed' | 'delayed' | 'unconfirmed' {
  if (status.name === 'receipt-owed') return 'owed'
  return print?.state === 'unconfirmed' ? 'unconfirmed' : 'delayed'
}
