import { spanOfShift } from '../../../../shared/books/reconciliation.ts'
import { formatZ, type ShiftRow } from '../../../../shared/books/shift.ts'
import { Columns, Empty, MainColumn, SelectBox, SideColumn } from '../../../kit/index.ts'
import { say } from '../../page/index.ts'
import { FailureNote } from '../../parts/failure-note.tsx'
import { dayAndTime } from '../../parts/moment.ts'
import { ShowMore } from '../../parts/show-more.tsx'
import { useShifts } from '../shift/shift-list.tsx'
import styles from './books.module.css'
import { chooseShift, useBooksPage } from './books-page.ts'
import { Chooser } from './chooser.tsx'
import { OneBook } from './one-book.tsx'
import { SpanList } from './span-list.tsx'

/** The reconciliation of one shift. */
export function ShiftView() {
  const { shiftId } = useBooksPage()
  const { value, failure, more } = useShifts(shiftId)
  const shifts = value?.shifts ?? []
  const chosen =
    shifts.find(({ id }) => id === shiftId) ?? shifts.find(({ state }) => state === 'closed') ?? shifts[0]
  return (
    <Columns second="narrow">
      <MainColumn>
        <FailureNote failure={failure} />
        {value !== null && chosen === undefined ? (
          <Empty icon="drawer" title={say('books.shift.none')} todo={say('books.shift.none.todo')} />
        ) : null}
        {chosen === undefined ? null : (
          <OneBook span={spanOfShift(chosen.id)}>
            <ShiftChooser shifts={shifts} chosen={chosen} />
            <ShowMore shown={shifts.length} rest={value?.rest ?? 0} onMore={more} />
          </OneBook>
        )}
      </MainColumn>
      <SideColumn>
        <SpanList of="shift" chosen={chosen === undefined ? '' : spanOfShift(chosen.id)} />
      </SideColumn>
    </Columns>
  )
}

type ChooserProps = { readonly shifts: readonly ShiftRow[]; readonly chosen: ShiftRow }

/** `shifts` has the newest first. */
function ShiftChooser({ shifts, chosen }: ChooserProps) {
  const place = shifts.indexOf(chosen)
  const [older, newer] = [shifts[place + 1], shifts[place - 1]]
  return (
    <Chooser
      back={{ label: say('books.shift.before'), onPress: older ? () => chooseShift(older.id) : null }}
      on={{ label: say('books.shift.after'), onPress: newer ? () => chooseShift(newer.id) : null }}
    >
      <SelectBox
        className={styles.shift}
        value={chosen.id}
        options={shifts.map((shift) => ({ value: shift.id, label: shiftWords(shift) }))}
        onChange={chooseShift}
        aria-label={say('books.shift')}
      />
    </Chooser>
  )
}

function shiftWords({ zNumber, state, openedAt, closedAt }: ShiftRow): string {
  const name =
    zNumber === null
      ? say(state === 'open' ? 'books.shift.open' : 'books.shift.left')
      : `Z ${formatZ(zNumber)}`
  const times = [openedAt, ...(closedAt === null ? [] : [closedAt])].map(dayAndTime).join(' – ')
  return `${name} · ${times}`
}
