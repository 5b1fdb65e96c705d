import { useCallback, useEffect, useRef } from 'react'
import { formatZ, SHIFTS_A_PAGE, type ShiftRow } from '../../../../shared/books/shift.ts'
import { formatMoney } from '../../../../shared/money/money.ts'
import { Card, CardList, Empty } from '../../../kit/index.ts'
import { signed, withSign } from '../../../texts/index.ts'
import { call, useAsked, useText } from '../../page/index.ts'
import { FailureNote } from '../../parts/failure-note.tsx'
import { fromTo } from '../../parts/moment.ts'
import styles from '../../parts/shift.module.css'
import { ShowMore } from '../../parts/show-more.tsx'
import { DifferenceWords } from './difference.tsx'

type ShiftListProps = { readonly chosen: string | null; readonly onChosen: (id: string) => void }

/** The shifts, newest first, with the days on which something was sold without a shift. */
export function ShiftList({ chosen, onChosen }: ShiftListProps) {
  const say = useText()
  const { value, failure, more } = useShifts()
  return (
    <>
      <h2>{say('shift.list')}</h2>
      <FailureNote failure={failure} />
      {value?.shifts.length === 0 ? (
        <Empty icon="drawer" title={say('shift.list.empty')} todo={say('shift.list.empty.todo')} />
      ) : null}
      {value === null || value.shifts.length === 0 ? null : (
        <CardList
          label={say('shift.list')}
          rows={value.shifts}
          chosen={chosen}
          onChosen={onChosen}
          dependencies={[say]}
        >
          {(shift) => <ListRow shift={shift} />}
        </CardList>
      )}
      <ShowMore shown={value?.shifts.length ?? 0} rest={value?.rest ?? 0} onMore={more} />
      {value === null || value.shiftless.length === 0 ? null : (
        <section className={styles.shiftless} data-testid="shiftless">
          <h2>{say('shift.without')}</h2>
          {value.shiftless.map(({ day, sales, cash, others }) => (
            <div key={day}>
              <div className={styles.row}>
                <span>
                  <span className={styles.day}>{day}</span> <small>{`×\u00a0${sales.count}`}</small>
                </span>
                <b>{withSign(sales.amount)}</b>
              </div>
              <small>{say('shift.without.moved', { cash: signed(cash), others: signed(others) })}</small>
            </div>
          ))}
        </section>
      )}
    </>
  )
}

function ListRow({ shift }: { readonly shift: ShiftRow }) {
  const say = useText()
  const name = shift.zNumber === null ? say(`shift.is.${shift.state}`) : `Z ${formatZ(shift.zNumber)}`
  return (
    <Card id={shift.id} name={name} testId="shift-row">
      <div className={styles.cells}>
        <b>{name}</b>
        <b className={styles.net}>{shift.net === null ? '' : formatMoney(shift.net)}</b>
        <small>
          {[fromTo(shift.openedAt, shift.closedAt), ...(shift.by ? [shift.by.name] : [])].join(' · ')}
        </small>
        {shift.difference === null ? <span /> : <DifferenceWords difference={shift.difference} />}
      </div>
    </Card>
  )
}

/** The newest shifts, and the shift `also`. `more` lists older ones too. The list stays until the next one is there. */
export function useShifts(also: string | null = null) {
  const wanted = useRef({ most: SHIFTS_A_PAGE, also })
  const { value, failure, again } = useAsked(useCallback(() => call('listShifts', wanted.current), []))
  useEffect(() => {
    if (wanted.current.also === also) return
    wanted.current.also = also
    again()
  }, [also, again])
  const more = useCallback(() => {
    wanted.current.most += SHIFTS_A_PAGE
    again()
  }, [again])
  return { value, failure, more }
}
