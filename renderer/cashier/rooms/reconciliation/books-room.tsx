import { Choice, Empty, optionsOf, PageHead } from '../../../kit/index.ts'
import { say, useMay } from '../../page/index.ts'
import { KeptParts } from '../../page/kept-parts.tsx'
import styles from './books.module.css'
import { showTab, useBooksPage } from './books-page.ts'
import { DayView } from './day-view.tsx'
import { ListView } from './list-view.tsx'
import { ShiftView } from './shift-view.tsx'

const TABS = ['day', 'shift', 'list'] as const

/** Reconciliation of a day or a shift, and the invoices that the service lists. */
export function BooksRoom() {
  const may = useMay('books')
  if (may) return <Seen />
  return (
    <main className={styles.room} data-testid="books-room">
      <Empty icon="lock" title={say('books.notAllowed.title')} todo={say('books.notAllowed.todo')} />
    </main>
  )
}

function Seen() {
  const { tab } = useBooksPage()
  return (
    <main className={styles.room} data-testid="books-room">
      <PageHead title={say('books.tab')}>
        <Choice
          labelHidden
          label={say('books.tab')}
          value={tab}
          options={optionsOf(TABS, (value) => say(`books.tab.${value}`), 'books-tab')}
          onChange={showTab}
        />
      </PageHead>
      <KeptParts open={tab} className={styles.part}>
        {(one) => (one === 'day' ? <DayView /> : one === 'shift' ? <ShiftView /> : <ListView />)}
      </KeptParts>
    </main>
  )
}
