import { DISPLAY_SETTINGS, type DisplaySetting } from '../../../shared/settings.ts'
import { Choice } from '../../kit/index.ts'
import { call } from '../call.ts'
import { FailureNote } from '../failure-note.tsx'
import { useView } from '../store.ts'
import { useText } from '../text.ts'
import { useCommand } from '../use-command.ts'
import styles from './settings.module.css'

/** Where the payer's screen is; it opens and closes at once, so that it is seen. */
export function CustomerDisplay() {
  const say = useText()
  const display = useView((view) => view.settings.display)
  const changing = useCommand()
  return (
    <section className={styles.section} aria-label={say('settings.display')} data-testid="customer-display">
      <h2>{say('settings.display')}</h2>
      <Choice<DisplaySetting>
        label={say('settings.display.where')}
        quiet
        value={display}
        onChange={(chosen) => void changing.run(() => call('setDisplay', { display: chosen }))}
        options={DISPLAY_SETTINGS.map((value) => ({
          value,
          label: say(`settings.display.${value}`),
          testId: `display-${value}`,
        }))}
      />
      <p>{say(`settings.display.${display}.words`)}</p>
      <FailureNote failure={changing.failure} />
    </section>
  )
}
