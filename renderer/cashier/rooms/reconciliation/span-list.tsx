import { useCallback } from 'react'
import { dayOfShopSpan, type ReconciledSpan, shiftOfSpan } from '../../../../shared/books/reconciliation.ts'
import { formatZ } from '../../../../shared/books/shift.ts'
import { Card, CardList, Hint, Icon } from '../../../kit/index.ts'
import { call, type Say, useAsked, useText } from '../../page/index.ts'
import { FailureNote } from '../../parts/failure-note.tsx'
import { dayAndTime } from '../../parts/moment.ts'
import styles from './books.module.css'
import { chooseDay, chooseShift, chooseTill } from './books-page.ts'

type SpanListProps = { readonly of: 'day' | 'shift'; readonly chosen: string }

/** The reconciled days or shifts, newest first, each with its number of open discrepancies. */
export function SpanList({ of, chosen }: SpanListProps) {
  const say = useText()
  const asked = useAsked(useCallback(() => call('listReconciled'), []))
  const failure = asked.failure
  const value =
    asked.value?.filter(({ span }) => (shiftOfSpan(span) === null ? 'day' : 'shift') === of) ?? null
  const title = say(of === 'day' ? 'books.days' : 'books.shifts')
  return (
    <>
      <h2>{title}</h2>
      <FailureNote failure={failure} />
      {value?.length === 0 ? <Hint>{say('books.days.none')}</Hint> : null}
      {value === null || value.length === 0 ? null : (
        <CardList
          label={title}
          rows={value.map((one) => ({ ...one, id: one.span }))}
          chosen={chosen}
          onChosen={choose}
          dependencies={[say]}
        >
          {({ span, shift, doneAt, discrepancies }) => (
            <Card id={span} name={nameOf(say, span, shift)} testId="books-day-row">
              <div className={styles.spanCells}>
                <b>{nameOf(say, span, shift)}</b>
                <span className={styles.left} data-clear={discrepancies === 0}>
                  <Icon name={discrepancies === 0 ? 'check' : 'warning'} size={16} />
                  {discrepancies === 0
                    ? say('books.days.clear')
                    : say('books.days.left', { count: discrepancies.toLocaleString('en-US') })}
                </span>
                <small>{say('books.done', { at: dayAndTime(doneAt) })}</small>
              </div>
            </Card>
          )}
        </CardList>
      )}
    </>
  )
}

/** "2026-11-20" or "Z 0012"; for a shift without a number, its opening time. */
function nameOf(say: Say, span: string, shift: ReconciledSpan['shift']): string {
  const day = dayOfShopSpan(span)
  if (day !== null) return `${day} · ${say('allTills.all')}`
  if (shift === null) return span
  return shift.zNumber === null ? dayAndTime(shift.openedAt) : `Z ${formatZ(shift.zNumber)}`
}

function choose(span: string): void {
  const shiftId = shiftOfSpan(span)
  const dayOfShop = dayOfShopSpan(span)
  if (shiftId === null) {
    chooseTill(dayOfShop === null ? 'this' : 'all')
    chooseDay(dayOfShop ?? span)
  } else chooseShift(shiftId)
}
