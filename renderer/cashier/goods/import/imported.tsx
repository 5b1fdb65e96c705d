import { Icon, PressButton } from '../../../kit/index.ts'
import { useText } from '../../text.ts'
import styles from './import.module.css'
import type { StateAt } from './state-at.ts'

type ImportedProps = { readonly state: StateAt<'done'>; readonly onLeave: () => void }

export function Imported({ state, onLeave }: ImportedProps) {
  const say = useText()
  const { added, changed, same, wrong } = state.counts
  return (
    <section className={styles.progress} data-testid="import-done">
      <span className={styles.done}>
        <Icon name="check" size={40} />
      </span>
      <h2 className={styles.title}>{say('import.done.title')}</h2>
      <p>{say('import.done.words', { added, changed, same })}</p>
      {wrong === 0 ? null : <p>{say('import.done.wrong', { wrong })}</p>}
      <PressButton tone="main" size="large" onPress={onLeave} testId="import-close">
        {say('import.done.close')}
      </PressButton>
    </section>
  )
}
