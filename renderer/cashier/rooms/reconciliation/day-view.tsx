import { spanOfShop } from '../../../../shared/books/reconciliation.ts'
import { dayAfter } from '../../../../shared/shop/shop-day.ts'
import { Columns, FilterEntry, MainColumn, optionsOf, SideColumn } from '../../../kit/index.ts'
import { isInShop, say, useView } from '../../page/index.ts'
import { DayEntry } from '../../parts/day-entry.tsx'
import { chooseDay, chooseTill, dayFromToday, isDay, useBooksPage } from './books-page.ts'
import { Chooser } from './chooser.tsx'
import { OneBook } from './one-book.tsx'
import { SpanList } from './span-list.tsx'

/** The reconciliation of one day. */
export function DayView() {
  const page = useBooksPage()
  const day = page.day ?? dayFromToday(-1)
  const isMember = useView(isInShop)
  const till = isMember ? page.till : 'this'
  const span = till === 'all' ? spanOfShop(day) : day
  return (
    <Columns second="narrow">
      <MainColumn>
        <OneBook span={span}>
          <DayChooser day={day} />
          {isMember ? <Tills till={till} /> : null}
        </OneBook>
      </MainColumn>
      <SideColumn>
        <SpanList of="day" chosen={span} />
      </SideColumn>
    </Columns>
  )
}

const Tills = ({ till }: { readonly till: 'this' | 'all' }) => (
  <FilterEntry
    label={say('allTills.till')}
    value={till}
    none="this"
    options={optionsOf(['this', 'all'] as const, (value) => say(`allTills.${value}`))}
    onChange={chooseTill}
    testId="till-filter"
  />
)

function DayChooser({ day }: { readonly day: string }) {
  const today = dayFromToday(0)
  return (
    <Chooser
      back={{ label: say('books.day.before'), onPress: () => chooseDay(dayAfter(day, -1)) }}
      on={{
        label: say('books.day.after'),
        onPress: day >= today ? null : () => chooseDay(dayAfter(day, 1)),
      }}
    >
      <DayEntry
        label={say('word.day')}
        value={day}
        max={today}
        onChange={(chosen) => {
          if (isDay(chosen)) chooseDay(chosen)
        }}
        testId="books-day-chosen"
      />
    </Chooser>
  )
}
