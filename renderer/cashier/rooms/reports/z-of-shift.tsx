import { useCallback, useEffect, useRef } from 'react'
import { PressButton, Section } from '../../../kit/index.ts'
import { call } from '../../page/call.ts'
import { useText } from '../../page/text.ts'
import { useAskedOnce } from '../../page/use-asked.ts'
import { Unanswered } from '../../parts/failure-note.tsx'
import { ShiftFigures, shiftTitle } from '../shift/shift-figures.tsx'
import styles from './reports.module.css'

type ZOfShiftProps = { readonly shiftId: string; readonly onClose: () => void }

/** The Z of a shift of any till; of an open shift of this till its figures so far. */
export function ZOfShift({ shiftId, onClose }: ZOfShiftProps) {
  const say = useText()
  const { value, failure } = useAskedOnce(useCallback(() => call('getShiftOfReport', { shiftId }), [shiftId]))
  const place = useRef<HTMLDivElement>(null)
  // The pressed shift may be far below, at the end of a long table.
  useEffect(() => {
    if (value !== null || failure !== null) place.current?.scrollIntoView({ block: 'start' })
  }, [value, failure])
  return (
    <div ref={place} className={styles.toIssue}>
      <Section
        title={
          value === null ? say('shift.list') : `${value.shift.terminal} · ${shiftTitle(say, value.shift)}`
        }
        testId="z-of-shift"
        tools={
          <PressButton tone="subtle" onPress={onClose}>
            {say('word.close')}
          </PressButton>
        }
      >
        {value === null ? <Unanswered failure={failure} /> : <ShiftFigures report={value} />}
      </Section>
    </div>
  )
}
