import { Choice, TextEntry } from '../../kit/index.ts'
import { useText } from '../text.ts'
import type { Draft } from './draft.ts'
import styles from './settings.module.css'
import type { Fields } from './shop-form.tsx'

/** How the drawer's day is kept. */
export function ShiftFields({ draft, wrong, change }: Fields) {
  const say = useText()
  return (
    <fieldset className={styles.group}>
      <legend>{say('settings.shifts')}</legend>
      <div className={styles.choice}>
        <Choice<Draft['shifts.selling']>
          label={say('settings.shifts.selling')}
          value={draft['shifts.selling']}
          onChange={(chosen) => change({ 'shifts.selling': chosen })}
          options={[
            { value: 'optional', label: say('settings.shifts.optional'), testId: 'shifts-optional' },
            { value: 'required', label: say('settings.shifts.required'), testId: 'shifts-required' },
          ]}
        />
        <span className={styles.hint}>{say('settings.shifts.selling.hint')}</span>
      </div>
      <div className={styles.choice}>
        <Choice<Draft['shifts.count']>
          label={say('settings.shifts.count')}
          value={draft['shifts.count']}
          onChange={(chosen) => change({ 'shifts.count': chosen })}
          options={[
            { value: 'blind', label: say('settings.shifts.blind'), testId: 'shifts-blind' },
            { value: 'open', label: say('settings.shifts.seen'), testId: 'shifts-seen' },
          ]}
        />
        <span className={styles.hint}>{say('settings.shifts.count.hint')}</span>
      </div>
      <TextEntry
        label={say('settings.shifts.reasonAbove')}
        hint={say('settings.shifts.reasonAbove.hint')}
        value={draft['shifts.reasonAbove']}
        onChange={(typed) => change({ 'shifts.reasonAbove': typed })}
        error={wrong.has('shifts.reasonAbove') ? say('settings.shifts.reasonAbove.wrong') : null}
        inputMode="numeric"
        figures
        testId="shifts-reason-above"
      />
    </fieldset>
  )
}
