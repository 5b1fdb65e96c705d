import { dayAfter } from '../../../shared/shop-day.ts'
import { Columns, Icon, MainColumn, PressButton, SideColumn } from '../../kit/index.ts'
import { DayEntry } from '../day-entry.tsx'
import { useText } from '../text.ts'
import styles from './books.module.css'
import { chooseDay, dayFromToday, isDay, useBooksPage } from './books-page.ts'
import { OneBook } from './one-book.tsx'
import { SpanList } from './span-list.tsx'

/** The reconciliation of one day. */
export function DayView() {
  const chosen = useBooksPage().day
  const day = chosen ?? dayFromToday(-1)
  return (
    <Columns second="narrow">
      <MainColumn>
        <OneBook span={day}>
          <DayChooser day={day} />
        </OneBook>
      </MainColumn>
      <SideColumn>
        <SpanList of="day" chosen={day} />
      </SideColumn>
    </Columns>
  )
}

function DayChooser({ day }: { readonly day: string }) {
  const say = useText()
  const today = dayFromToday(0)
  return (
    <div className={styles.chooser}>
      <PressButton label={say('books.day.before')} onPress={() => chooseDay(dayAfter(day, -1))}>
        <Icon name="back" size={20} />
      </PressButton>
      <DayEntry
        label={say('books.day')}
        value={day}
        max={today}
        onChange={(chosen) => {
          if (isDay(chosen)) chooseDay(chosen)
        }}
        testId="books-day-chosen"
      />
      <PressButton
        label={say('books.day.after')}
        disabled={day >= today}
        onPress={() => chooseDay(dayAfter(day, 1))}
      >
        <span className={styles.turned}>
          <Icon name="back" size={20} />
        </span>
      </PressButton>
    </div>
  )
}
