import { PressButton } from '../../../kit/index.ts'
import { useText } from '../../text.ts'
import styles from './import.module.css'

type ProgressProps = {
  readonly words: string
  readonly name: string
  /** Null where nobody knows. */
  readonly done: number | null
  readonly of: number
  readonly onStop: () => void
}

/** Something long, how far it has come, and a way to stop it. */
export function Progress({ words, name, done, of, onStop }: ProgressProps) {
  const say = useText()
  return (
    <section className={styles.progress} data-testid="import-progress">
      <h2 className={styles.title}>{name}</h2>
      <progress aria-label={words} max={Math.max(1, of)} {...(done === null ? {} : { value: done })} />
      <p aria-live="off">{words}</p>
      <PressButton tone="danger" onPress={onStop} testId="import-stop">
        {say('import.stop')}
      </PressButton>
    </section>
  )
}
