import { useText } from '../text.ts'
import { Backups } from './backups.tsx'
import { CustomerDisplay } from './customer-display.tsx'
import { GuideAgain } from './guide-again.tsx'
import { LanguageChoice, Looks } from './looks.tsx'
import { Merchant } from './merchant.tsx'
import styles from './settings.module.css'
import { ShopForm } from './shop-form.tsx'

export function Settings() {
  const say = useText()
  return (
    <main className={styles.settings} data-testid="settings">
      <div className={styles.head}>
        <h1>{say('settings.title')}</h1>
        <div className={styles.language}>
          <LanguageChoice quiet />
        </div>
      </div>
      <div className={styles.columns}>
        <ShopForm />
        <div className={styles.side}>
          <Looks />
          <Merchant />
          <CustomerDisplay />
          <Backups />
          <GuideAgain />
        </div>
      </div>
    </main>
  )
}
