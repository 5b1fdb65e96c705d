import { Choice, Note } from '../../kit/index.ts'
import { FailureNote } from '../failure-note.tsx'
import { useView } from '../store.ts'
import { useText } from '../text.ts'
import type { Draft } from './draft.ts'
import styles from './settings.module.css'
import { DraftEntry } from './shop-fields.tsx'
import type { Fields } from './shop-form.tsx'

/** The receiver of payment callbacks: an installer's matter, off in most shops. */
export function CallbackFields(fields: Fields) {
  const say = useText()
  const { draft, change } = fields
  return (
    <fieldset className={styles.group}>
      <legend>{say('settings.callback')}</legend>
      <div className={styles.choice}>
        <Choice<Draft['callback.enabled']>
          label={say('settings.callback.enabled')}
          value={draft['callback.enabled']}
          onChange={(chosen) => change({ 'callback.enabled': chosen })}
          options={[
            { value: 'yes', label: say('settings.yes'), testId: 'callback-yes' },
            { value: 'no', label: say('settings.no'), testId: 'callback-no' },
          ]}
        />
        <span className={styles.hint}>{say('settings.callback.enabled.hint')}</span>
      </div>
      {draft['callback.enabled'] === 'yes' ? <ReceiverFields {...fields} /> : null}
    </fieldset>
  )
}

const ReceiverFields = (fields: Fields) => (
  <>
    <DraftEntry {...fields} field="callback.publicUrl" inputMode="url" />
    <DraftEntry {...fields} field="callback.host" />
    <DraftEntry {...fields} field="callback.port" inputMode="numeric" />
    <div className={styles.whole}>
      <ReceiverState />
    </div>
  </>
)

/** How the receiver that is set up fares. */
function ReceiverState() {
  const say = useText()
  const callback = useView((view) => view.callback)
  if (callback.state === 'failed')
    return <FailureNote failure={callback.failure} tone="warn" testId="callback-failed" />
  return callback.state === 'listening' ? (
    <Note tone="good" testId="callback-listening">
      {say('settings.callback.listening')}
    </Note>
  ) : null
}
