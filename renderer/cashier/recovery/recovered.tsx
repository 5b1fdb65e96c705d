import { formatSaleNumber } from '../../../shared/sale.ts'
import { call } from '../call.ts'
import { withSign } from '../figures.ts'
import { StateBadge } from '../state-badge.tsx'
import { useView } from '../store.ts'
import { useText } from '../text.ts'
import styles from './recovery.module.css'
import { RecoveryNotice } from './recovery-notice.tsx'

/** The sales that were unfinished when the program stopped, and how each goes on. */
export function Recovered() {
  const say = useText()
  const found = useView((view) => view.found)
  return (
    <RecoveryNotice
      testId="found"
      tone="figure"
      title={say('found.title')}
      acknowledge={() => call('acknowledgeFound')}
    >
      <p>{say('found.words')}</p>
      <ul className={styles.rows}>
        {found.map(({ saleId, sequence, total, was, now }) => (
          <li key={saleId} className={styles.row} data-testid="found-row">
            <b>{say('cart.sale', { number: formatSaleNumber(sequence) })}</b>
            <span className={styles.total}>{total === 0 ? '' : withSign(total)}</span>
            <span className={styles.states}>
              <StateBadge state={was} />
              {was === now ? null : (
                <>
                  <span aria-hidden="true">→</span>
                  <StateBadge state={now} />
                </>
              )}
              {was === 'completed' ? <span>{say('found.retiring')}</span> : null}
            </span>
          </li>
        ))}
      </ul>
    </RecoveryNotice>
  )
}
