import { Choice } from '../../kit/index.ts'
import { useText } from '../text.ts'
import type { Draft } from './draft.ts'
import styles from './settings.module.css'
import type { Fields } from './shop-form.tsx'

export function SoundFields({ draft, change }: Fields) {
  const say = useText()
  return (
    <fieldset className={styles.group}>
      <legend>{say('settings.sounds')}</legend>
      <div className={styles.choice}>
        <Choice<Draft['sounds']>
          label={say('settings.sounds')}
          quiet
          value={draft.sounds}
          onChange={(chosen) => change({ sounds: chosen })}
          options={[
            { value: 'on', label: say('settings.sounds.on'), testId: 'sounds-on' },
            { value: 'off', label: say('settings.sounds.off'), testId: 'sounds-off' },
          ]}
        />
        <span className={styles.hint}>{say('settings.sounds.hint')}</span>
      </div>
    </fieldset>
  )
}
