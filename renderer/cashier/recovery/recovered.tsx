import { formatSaleNumber } from '../../../shared/sale.ts'
import { Icon, PressButton, useFreeKeyboard, useHotkey } from '../../kit/index.ts'
import { call } from '../call.ts'
import { FailureNote } from '../failure-note.tsx'
import { withSign } from '../figures.ts'
import { StateBadge } from '../state-badge.tsx'
import { useView } from '../store.ts'
import { useText } from '../text.ts'
import { useCommand } from '../use-command.ts'
import styles from './recovery.module.css'

/** What a restart found unfinished, and how it goes on. Seen before anything else is charged. */
export function Found() {
  const say = useText()
  const found = useView((view) => view.found)
  const acknowledging = useCommand()
  const done = () => void acknowledging.run(() => call('acknowledgeFound'))
  useFreeKeyboard()
  useHotkey('Enter', done)
  return (
    <main className={styles.recovery} data-testid="found">
      <span className={styles.figure}>
        <Icon name="clock" size={40} />
      </span>
      <h1>{say('found.title')}</h1>
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
      <FailureNote failure={acknowledging.failure} />
      <PressButton
        tone="main"
        size="large"
        hotkey="Enter"
        onPress={done}
        pending={acknowledging.pending}
        testId="found-ok"
      >
        {say('found.ok')}
      </PressButton>
    </main>
  )
}
