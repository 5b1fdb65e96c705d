import type { TakenTender } from '../../../shared/sale.ts'
import { PressButton } from '../../kit/index.ts'
import { call } from '../call.ts'
import { FailureNote } from '../failure-note.tsx'
import { useText } from '../text.ts'
import { useCommand } from '../use-command.ts'
import { takenWords } from './taken-words.ts'
import styles from './tenders.module.css'

type HeldTendersProps = {
  readonly saleId: string
  readonly tenders: readonly TakenTender[]
  /** Money of the payer waits for a decision: whether these go back too is decided with it. */
  readonly undecided?: boolean
}

/** Tenders of a sale that did not come about: they are the payer's, and said loudly until they were given back. */
export function HeldTenders({ saleId, tenders, undecided = false }: HeldTendersProps) {
  const say = useText()
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
        testId="tenders-give-back"
      >
        {say('tender.held.done')}
      </PressButton>
    </div>
  )
}
