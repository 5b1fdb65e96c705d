import { Aloud, PressButton } from '../../kit/index.ts'
import { call, say, useCommand, useShown } from '../page/index.ts'
import styles from './language-switch.module.css'

export function LanguageSwitch() {
  const language = useShown((view) => view.settings.language)
  const { run, pending } = useCommand()
  const change = () => void run(() => call('saveSettings', { language: language === 'mn' ? 'en' : 'mn' }))
  return (
    <div className={styles.switch}>
      <PressButton size="small" tone="subtle" onPress={change} pending={pending} testId="language-switch">
        <span className={styles.languages} aria-hidden="true">
          <b data-on={language === 'mn'}>MN</b>
          <b data-on={language === 'en'}>EN</b>
        </span>
        <Aloud>{say('language.switch')}</Aloud>
      </PressButton>
    </div>
  )
}
