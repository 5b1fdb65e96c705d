import { classNames } from '../../kit/index.ts'
import { say, useShown, useView } from '../page/index.ts'
import { PersonButton } from '../parts/people/index.ts'
import styles from './frame.module.css'
import { Notices, useNotices } from './notices.tsx'
import { ConnectionPill, GuidePill, PrinterPill } from './pills.tsx'

/** Always visible: test mode or the shop's name, the most urgent notice, and the status pills in fixed places. */
export function Header() {
  const isTestMode = useView((view) => view.mode === 'test')
  const notices = useNotices()
  const tone = notices[0]?.tone ?? null
  return (
    <header
      className={classNames(styles.header, isTestMode && styles.testMode, tone !== null && styles[tone])}
      data-notices={notices.length}
    >
      <p className={styles.words} {...(isTestMode ? { 'data-testid': 'practice-banner' } : {})}>
        <Where />
      </p>
      <Notices notices={notices} />
      <div className={styles.pills}>
        <GuidePill />
        <PrinterPill />
        <ConnectionPill />
        <PersonButton />
      </div>
    </header>
  )
}

/** The names of shop and till, or the notice of test mode. */
export function Where() {
  const isTestMode = useShown((view) => view.mode === 'test')
  return isTestMode ? <TestModeWords /> : <ShopWords />
}

const TestModeWords = () => (
  <>
    <strong>{say('practice.badge')}</strong>
    <span>{say('practice.words')}</span>
  </>
)

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
