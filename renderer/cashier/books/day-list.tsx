import { useCallback } from 'react'
import { Card, CardList, Icon } from '../../kit/index.ts'
import { call } from '../call.ts'
import { FailureNote } from '../failure-note.tsx'
import { dayAndTime } from '../moment.ts'
import { useText } from '../text.ts'
import { useAsked } from '../use-asked.ts'
import styles from './books.module.css'
import { chooseDay } from './books-page.ts'

/** The days that were reconciled, newest first, and what is left of each. */
export function DayList({ chosen }: { readonly chosen: string }) {
  const say = useText()
  const { value, failure } = useAsked(useCallback(() => call('listReconciledDays'), []))
  return (
    <>
      <h2>{say('books.days')}</h2>
      <FailureNote failure={failure} />
      {value?.length === 0 ? <p className={styles.quiet}>{say('books.days.none')}</p> : null}
      {value === null || value.length === 0 ? null : (
        <CardList
          label={say('books.days')}
          rows={value.map((one) => ({ ...one, id: one.day }))}
          chosen={chosen}
          onChosen={chooseDay}
          dependencies={[say]}
        >
          {({ day, doneAt, differences }) => (
            <Card id={day} name={day} testId="books-day-row">
              <div className={styles.cells}>
                <b className={styles.dayName}>{day}</b>
                <span className={styles.left} data-clear={differences === 0}>
                  <Icon name={differences === 0 ? 'check' : 'warning'} size={16} />
                  {differences === 0
                    ? say('books.days.clear')
                    : say('books.days.left', { count: differences.toLocaleString('en-US') })}
                </span>
                <small className={styles.quiet}>{say('books.done', { at: dayAndTime(doneAt) })}</small>
              </div>
            </Card>
          )}
        </CardList>
      )}
    </>
  )
}
