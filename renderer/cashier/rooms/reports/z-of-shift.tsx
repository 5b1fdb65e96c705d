import { useCallback } from 'react'
import { call, say, useAskedOnce } from '../../page/index.ts'
import { Unanswered } from '../../parts/failure-note.tsx'
import { ShiftFigures, shiftTitle } from '../shift/shift-figures.tsx'
import { BelowTable } from './below-table.tsx'

type ZOfShiftProps = { readonly shiftId: string; readonly onClose: () => void }

/** The Z of a shift of any till; of an open shift of this till its figures so far. */
export function ZOfShift({ shiftId, onClose }: ZOfShiftProps) {
  const { value, failure } = useAskedOnce(useCallback(() => call('getShiftOfReport', { shiftId }), [shiftId]))
  const title =
    value === null ? say('shift.list') : `${value.shift.terminal} · ${shiftTitle(say, value.shift)}`
  return (
    <BelowTable title={title} answer={value ?? failure} onClose={onClose} testId="z-of-shift">
      {value === null ? <Unanswered failure={failure} /> : <ShiftFigures report={value} />}
    </BelowTable>
  )
}
