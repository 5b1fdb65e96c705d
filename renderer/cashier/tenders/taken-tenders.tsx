import type { Money } from '../../../shared/money.ts'
import type { TakenTender } from '../../../shared/sale.ts'
import { TwoStepButton } from '../../kit/index.ts'
import { call } from '../call.ts'
import { FailureNote } from '../failure-note.tsx'
import { withSign } from '../figures.ts'
import { useText } from '../text.ts'
import { useCommand } from '../use-command.ts'
import { takenWords } from './taken-words.ts'
import styles from './tenders.module.css'

type TakenTendersProps = {
  readonly saleId: string
  readonly tenders: readonly TakenTender[]
  readonly due: Money
}

/** The parts that were taken, each with its way back, and what stays to pay. */
export function TakenTenders({ saleId, tenders, due }: TakenTendersProps) {
  const say = useText()
  const returning = useCommand()
  if (tenders.length === 0) return null
  return (
    <section className={styles.taken} aria-label={say('tender.taken')}>
      <ul>
        {tenders.map(({ id, kind, amount, reference }) => (
          <li key={id} data-testid="tender" data-kind={kind}>
            <span>
              {takenWords(say, kind, amount)}
              {reference === '' ? null : <small>{reference}</small>}
            </span>
            <TwoStepButton
              tone="quiet"
              size="small"
              sure={say('tender.return.sure')}
              onSure={() => void returning.run(() => call('returnTender', { saleId, tenderId: id }))}
              pending={returning.pending}
              testId="tender-return"
            >
              {say('tender.return')}
            </TwoStepButton>
          </li>
        ))}
      </ul>
      <FailureNote failure={returning.failure} />
      <p className={styles.locked}>{say('tender.locked')}</p>
      <p className={styles.rest}>
        <span>{say('tender.rest')}</span>
        <b data-testid="cart-due">{withSign(due)}</b>
      </p>
    </section>
  )
}
