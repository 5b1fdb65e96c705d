import { openReturn, waitsForPerson } from '../../../../shared/sale/return.ts'
import { receiverChange } from '../../../../shared/sale/return-plan.ts'
import type { Sale } from '../../../../shared/sale/sale.ts'
import { Icon, PressButton } from '../../../kit/index.ts'
import { failureText, openSale, say } from '../../page/index.ts'
import { Receiver } from '../../parts/receiver.tsx'
import { receiverWords } from '../../parts/receiver-words.ts'
import styles from './paid.module.css'

/** The receiver of the e-receipt, and its correction while the old e-receipt is being voided. */
export function Correction({ sale }: { readonly sale: Sale }) {
  const receiver = openReturn(sale)?.receiver
  if (receiver === undefined)
    return receiverChange(sale) === null ? null : (
      <div className={styles.receiver}>
        <Receiver sale={sale} />
      </div>
    )
  const waits = waitsForPerson(sale)
  return (
    <div className={styles.owed} role="status" data-testid="correction" data-waits={waits !== null}>
      <Icon name={waits === null ? 'clock' : 'warning'} size={24} />
      <div className={styles.owedWords}>
        <strong>{say('return.receiver.open', { register: receiverWords(say, receiver) })}</strong>
        {waits?.failure ? <span>{failureText(say, waits.failure)}</span> : null}
        <span>{say(waits === null ? 'paid.correcting' : 'attention.todo.correction-waits')}</span>
      </div>
      {waits === null ? null : (
        <div className={styles.ways}>
          <PressButton onPress={() => openSale(sale.id)}>{say('word.openSale')}</PressButton>
        </div>
      )}
    </div>
  )
}
