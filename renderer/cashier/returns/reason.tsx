import { USUAL_REASONS } from '../../../shared/return.ts'
import { PressButton, TextEntry } from '../../kit/index.ts'
import { useText } from '../text.ts'
import styles from './returns.module.css'

type ReasonProps = {
  readonly value: string
  readonly onChange: (reason: string) => void
  readonly error: string | null
}

/** Why it comes back: the usual reasons by one press, any other as typed. It stands on the slip. */
export function Reason({ value, onChange, error }: ReasonProps) {
  const say = useText()
  return (
    <section className={styles.part}>
      <TextEntry
        label={say('return.reason')}
        value={value}
        onChange={onChange}
        error={error}
        testId="return-reason"
      />
      <div className={styles.reasons}>
        {USUAL_REASONS.map((reason) => (
          <PressButton
            key={reason}
            onPress={() => onChange(say(`return.reason.${reason}`))}
            testId={`return-reason-${reason}`}
          >
            {say(`return.reason.${reason}`)}
          </PressButton>
        ))}
      </div>
    </section>
  )
}
