import { classNames } from '../../kit/index.ts'
import { PersonButton } from '../people/index.ts'
import { useShown, useView } from '../store.ts'
import { useText } from '../text.ts'
import styles from './frame.module.css'
import { ConnectionPill, GuidePill, PrinterPill } from './pills.tsx'

/** Always visible: shop and till, or test mode; the person; connection and printer. */
export function Header() {
  const isTestMode = useView((view) => view.mode === 'practice')
  return (
    <header className={classNames(styles.header, isTestMode && styles.testMode)}>
      <p className={styles.words} {...(isTestMode ? { 'data-testid': 'practice-banner' } : {})}>
        <Where />
      </p>
      <div className={styles.pills}>
        <PersonButton />
        <GuidePill />
        <PrinterPill />
        <ConnectionPill />
      </div>
    </header>
  )
}

/** The names of shop and till, or the notice of test mode. */
export function Where() {
  const isTestMode = useShown((view) => view.mode === 'practice')
  return isTestMode ? <TestModeWords /> : <ShopWords />
}

function TestModeWords() {
  const say = useText()
  return (
    <>
      <strong>{say('practice.badge')}</strong>
      <span>{say('practice.words')}</span>
    </>
  )
}

function ShopWords() {
  const shop = useShown((view) => view.settings.shop)
  const terminal = useShown((view) => view.settings.terminalCode)
  return (
    <>
      <strong>{shop.name}</strong>
      <span>{[shop.branch, terminal].filter((part) => part !== '').join(' · ')}</span>
    </>
  )
}
