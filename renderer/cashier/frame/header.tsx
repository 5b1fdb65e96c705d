import { classNames } from '../../kit/index.ts'
import { PersonButton } from '../people/index.ts'
import { useView } from '../store.ts'
import { useText } from '../text.ts'
import styles from './frame.module.css'
import { ConnectionPill, GuidePill, PrinterPill } from './pills.tsx'

/** Always there: which shop and terminal, practice or not, how the line is, and a printer that is held up. */
export function Header() {
  const practice = useView((view) => view.mode === 'practice')
  return (
    <header className={classNames(styles.header, practice && styles.practice)}>
      <p className={styles.words} {...(practice ? { 'data-testid': 'practice-banner' } : {})}>
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

/** Which shop and till, or that it is none. */
export function Where() {
  const practice = useView((view) => view.mode === 'practice')
  return practice ? <TestModeWords /> : <ShopWords />
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
  const shop = useView((view) => view.settings.shop)
  const terminal = useView((view) => view.settings.terminalCode)
  return (
    <>
      <strong>{shop.name}</strong>
      <span>{[shop.branch, terminal].filter((part) => part !== '').join(' · ')}</span>
    </>
  )
}
