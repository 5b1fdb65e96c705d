import { formatMoney, type Money } from '../../../../shared/money/money.ts'
import type { TakenTender, TenderKind } from '../../../../shared/sale/sale.ts'
import { PressButton, TwoStepButton } from '../../../kit/index.ts'
import { withSign } from '../../../texts/index.ts'
import { call, type Say, say, useCommand } from '../../page/index.ts'
import { FailureNote } from '../failure-note.tsx'
import styles from './tenders.module.css'

type TakenTendersProps = {
  readonly saleId: string
  readonly tenders: readonly TakenTender[]
  readonly due: Money
}

/** The taken tenders, each with a button that gives it back, and the missing amount. */
export function TakenTenders({ saleId, tenders, due }: TakenTendersProps) {
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
              tone="subtle"
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

type HeldTendersProps = {
  readonly saleId: string
  readonly tenders: readonly TakenTender[]
  /** A late payment waits for a decision, which includes these tenders. */
  readonly undecided?: boolean
}

/** Tenders of a cancelled sale. They belong to the payer, so the message stays until they are given back. */
export function HeldTenders({ saleId, tenders, undecided = false }: HeldTendersProps) {
  const returning = useCommand()
  if (tenders.length === 0) return null
  const giveBack = () =>
    returning.run(async () => {
      const replies = []
      for (const { id } of tenders) replies.push(await call('returnTender', { saleId, tenderId: id }))
      return replies.find((reply) => !reply.ok) ?? { ok: true, value: undefined }
    })
  return (
    <div className={styles.held} role="alert" data-testid="tenders-held">
      <span>{say(undecided ? 'tender.held.late' : 'tender.held')}</span>
      <ul>
        {tenders.map(({ id, kind, amount, reference }) => (
          <li key={id}>
            <b>{takenWords(say, kind, amount)}</b>
            <small>
              {[reference, say(`tender.back.${kind}`)].filter((words) => words !== '').join(' · ')}
            </small>
          </li>
        ))}
      </ul>
      <FailureNote failure={returning.failure} />
      <PressButton
        tone={undecided ? 'plain' : 'main'}
        onPress={() => void giveBack()}
        pending={returning.pending}
      >
        {say('tender.held.done')}
      </PressButton>
    </div>
  )
}

/** "1,000 ₮ in cash" */
export const takenWords = (say: Say, kind: TenderKind, amount: Money): string =>
  say(`tender.taken.${kind}`, { amount: formatMoney(amount) })
