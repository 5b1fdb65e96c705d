import { classNames } from '../../kit/index.ts'
import { useView } from '../store.ts'
import { useText } from '../text.ts'
import { ConnectionPill } from './connection-pill.tsx'
import styles from './frame.module.css'
import { GuidePill } from './guide-pill.tsx'
import { PrinterPill } from './printer-pill.tsx'

/** Always there: which shop and terminal, practice or not, how the line is, and a printer that is held up. */
export function Header() {
  const practice = useView((view) => view.mode === 'practice')
  return (
    <header className={classNames(styles.header, practice && styles.practice)}>
      {practice ? <PracticeWords /> : <ShopWords />}
      <div className={styles.pills}>
        <GuidePill />
        <PrinterPill />
        <ConnectionPill />
      </div>
    </header>
  )
}

function PracticeWords() {
  const say = useText()
  return (
    <p className={styles.words} data-testid="practice-banner">
      <strong>{say('practice.badge')}</strong>
      <span>{say('practice.words')}</span>
    </p>
  )
}

function ShopWords() {
  const shop = useView((view) => view.settings.shop)
  const terminal = useView((view) => view.settings.terminalCode)
  return (
    <p className={styles.words}>
      <strong>{shop.name}</strong>
      <span>{[shop.branch, terminal].filter((part) => part !== '').join(' · ')}</span>
    </p>
  )
}
