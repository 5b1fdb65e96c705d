import { POLL_PAUSES } from '../../../shared/settings.ts'
import { Choice } from '../../kit/index.ts'
import { useText } from '../text.ts'
import type { Draft } from './draft.ts'
import styles from './settings.module.css'
import { DraftEntry } from './shop-fields.tsx'
import type { Fields } from './shop-form.tsx'

/** What is taken, and how closely a QR is watched. */
export function TenderFields(fields: Fields) {
  const say = useText()
  const { draft, change } = fields
  return (
    <fieldset className={styles.group}>
      <legend>{say('settings.tenders')}</legend>
      <div className={`${styles.choice} ${styles.whole}`}>
        <Choice<Draft['tenders']>
          label={say('settings.tenders.which')}
          value={draft.tenders}
          onChange={(chosen) => change({ tenders: chosen })}
          options={(['both', 'cash', 'qr'] as const).map((value) => ({
            value,
            label: say(`settings.tenders.${value}`),
            testId: `tenders-${value}`,
          }))}
        />
        <span className={styles.hint}>{say('settings.tenders.hint')}</span>
      </div>
      <div className={styles.choice}>
        <Choice
          label={say('settings.pollMs')}
          value={draft.pollMs}
          onChange={(chosen) => change({ pollMs: chosen })}
          options={pausesWith(Number(draft.pollMs)).map((ms) => ({
            value: String(ms),
            label: say('settings.seconds', { count: ms / 1000 }),
            testId: `poll-${ms}`,
          }))}
        />
        <span className={styles.hint}>{say('settings.pollMs.hint')}</span>
      </div>
      <DraftEntry {...fields} field="watchHours" inputMode="numeric" />
    </fieldset>
  )
}

/** One that a file brought and the list does not have is in sight too. */
const pausesWith = (chosen: number): readonly number[] =>
  [...new Set<number>([...POLL_PAUSES, chosen])].sort((one, other) => one - other)
