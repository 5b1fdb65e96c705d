import type { Language } from '../../../shared/settings.ts'
import { Choice } from '../../kit/index.ts'
import { call } from '../call.ts'
import { FailureNote } from '../failure-note.tsx'
import { useView } from '../store.ts'
import { useText } from '../text.ts'
import { useAct } from '../use-act.ts'
import { Backups } from './backups.tsx'
import { CustomerDisplay } from './customer-display.tsx'
import { Merchant } from './merchant.tsx'
import styles from './settings.module.css'
import { ShopForm } from './shop-form.tsx'

export function Settings() {
  const say = useText()
  return (
    <main className={styles.settings} data-testid="settings">
      <div className={styles.head}>
        <h1>{say('settings.title')}</h1>
        <LanguageChoice />
      </div>
      <div className={styles.columns}>
        <ShopForm />
        <div className={styles.side}>
          <Merchant />
          <CustomerDisplay />
          <Backups />
        </div>
      </div>
    </main>
  )
}

function LanguageChoice() {
  const say = useText()
  const language = useView((view) => view.settings.language)
  const changing = useAct()
  return (
    <div className={styles.language}>
      <Choice<Language>
        label={say('settings.language')}
        quiet
        value={language}
        onChange={(chosen) => void changing.run(() => call('setLanguage', { language: chosen }))}
        options={[
          { value: 'mn', label: say('language.mn') },
          { value: 'en', label: say('language.en') },
        ]}
      />
      <FailureNote failure={changing.failure} />
    </div>
  )
}
