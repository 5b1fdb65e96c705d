import { dayAfter } from '../../../shared/shop-day.ts'
import { Icon, PressButton } from '../../kit/index.ts'
import { useText } from '../text.ts'
import styles from './books.module.css'
import { chooseDay, dayFromToday, isDay, useBooksPage } from './books-page.ts'
import { OneBook } from './one-book.tsx'
import { SpanList } from './span-list.tsx'

/** One day, held against the service's books. */
export function DayView() {
  const chosen = useBooksPage().day
  const day = chosen ?? dayFromToday(-1)
  return (
    <div className={styles.split}>
      <section className={styles.desk}>
        <OneBook key={day} span={day}>
          <DayChooser day={day} />
        </OneBook>
      </section>
      <aside className={styles.aside}>
        <SpanList of="day" chosen={day} />
      </aside>
    </div>
  )
}

function DayChooser({ day }: { readonly day: string }) {
  const say = useText()
  const today = dayFromToday(0)
  return (
    <div className={styles.chooser}>
      <PressButton
        label={say('books.day.before')}
        onPress={() => chooseDay(dayAfter(day, -1))}
        testId="books-day-before"
      >
        <Icon name="back" size={20} />
      </PressButton>
      <input
        type="date"
        className={styles.date}
        value={day}
        max={today}
        onChange={({ currentTarget: { value } }) => {
          if (isDay(value)) chooseDay(value)
        }}
        aria-label={say('books.day')}
        data-testid="books-day-chosen"
      />
      <PressButton
        label={say('books.day.after')}
        disabled={day >= today}
        onPress={() => chooseDay(dayAfter(day, 1))}
        testId="books-day-after"
      >
        <span className={styles.turned}>
          <Icon name="back" size={20} />
        </span>
      </PressButton>
    </div>
  )
}
