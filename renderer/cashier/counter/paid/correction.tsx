import type { SaleView } from '../../../../shared/page/index.ts'
import { openReturn, waitsForPerson } from '../../../../shared/sale/return.ts'
import { Icon, PressButton } from '../../../kit/index.ts'
import { failureText, openSale, say } from '../../page/index.ts'
import { Receiver } from '../../parts/receiver.tsx'
import { receiverWords } from '../../parts/receiver-words.ts'
import styles from './paid.module.css'

/** The receiver of the e-receipt, and its correction while the old e-receipt is being voided. */
export function Correction({ counter }: { readonly counter: SaleView }) {
  const { sale, receiverChange } = counter
  const receiver = openReturn(sale)?.receiver
  if (receiver === undefined)
    return receiverChange === null ? null : (
      <div className={styles.receiver}>
        <span>{say('word.receiptFor')}</span>
        <Receiver counter={counter} />
      </div>
    )
  const waits = waitsForPerson(sale)
  if (waits === null)
    return (
      <p className={styles.correcting} role="status" data-testid="correction">
        <Icon name="clock" />
        {say('return.receiver.open', { register: receiverWords(say, receiver) })}
      </p>
    )
  return (
    <div className={styles.owed} role="status" data-testid="correction-waits">
      <Icon name="warning" size={24} />
      <div className={styles.owedWords}>
        <strong>{say('attention.cause.correction-waits')}</strong>
        {waits.failure === null ? null : <span>{failureText(say, waits.failure)}</span>}
        <span>{say('attention.todo.correction-waits')}</span>
      </div>
      <div className={styles.ways}>
        <PressButton onPress={() => openSale(sale.id)}>{say('word.openSale')}</PressButton>
      </div>
    </div>
  )
}
