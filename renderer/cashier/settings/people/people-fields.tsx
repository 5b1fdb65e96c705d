import { useText } from '../../text.ts'
import styles from '../settings.module.css'
import { DraftEntry } from '../shop-fields.tsx'
import type { Fields } from '../shop-form.tsx'

/** Where a manager is asked for, and when the till locks. */
export function PeopleFields(fields: Fields) {
  const say = useText()
  return (
    <fieldset className={styles.group}>
      <legend>{say('settings.people')}</legend>
      <DraftEntry {...fields} field="discountLimitPercent" inputMode="numeric" />
      <DraftEntry {...fields} field="lockMinutes" inputMode="numeric" />
    </fieldset>
  )
}
