import { useCallback } from 'react'
import { Note, PressButton, Section } from '../../../../kit/index.ts'
import { call, say, useAsked, useCommand, useMay, useView } from '../../../page/index.ts'
import { FailureNote } from '../../../parts/failure-note.tsx'
import { yearAndTime } from '../../../parts/moment.ts'
import { BringIn } from './bring-in.tsx'
import { CopyPlanForm } from './copy-plan.tsx'
import own from './data.module.css'

/** Copies of the shop on another disk: their state, their plan, and taking one over. */
export function Copies() {
  const mayPlan = useMay('shop-data')
  const mayBringIn = useMay('restore-backup')
  return (
    <>
      <Section title={say('copies.title')} words={say('copies.words')} testId="copies">
        <CopyState />
        {mayPlan ? <CopyPlanForm /> : null}
      </Section>
      {mayBringIn ? <BringIn /> : null}
    </>
  )
}

function CopyState() {
  const { folder } = useView((view) => view.settings.copies)
  const copying = useCommand()
  const { value: status, again } = useAsked(useCallback(() => call('getCopies'), []))
  const copy = async () => {
    await copying.run(() => call('copyNow'))
    again()
  }
  if (folder === '')
    return (
      <Note tone="warn" testId="copies-off">
        {say('copies.off')}
      </Note>
    )
  const { last, failed, nextAt, making } = status ?? { last: null, failed: null, nextAt: null, making: false }
  return (
    <div className={own.stack}>
      {failed === null ? null : (
        <FailureNote
          failure={failed.failure}
          tone="warn"
          {...(nextAt === null ? {} : { todo: say('copies.again', { at: yearAndTime(nextAt) }) })}
        />
      )}
      <Note tone={last === null || failed !== null ? 'plain' : 'good'} testId="copies-last">
        <span>
          {last === null
            ? say(failed === null ? 'copies.waiting' : 'copies.none')
            : say('copies.done', { at: yearAndTime(last.at), sales: last.sales })}
        </span>
        {failed === null && nextAt !== null ? (
          <span>{say('copies.next', { at: yearAndTime(nextAt) })}</span>
        ) : null}
      </Note>
      <PressButton onPress={() => void copy()} pending={copying.pending || making}>
        {say('copies.now')}
      </PressButton>
    </div>
  )
}
