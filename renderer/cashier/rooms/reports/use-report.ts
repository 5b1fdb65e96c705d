import { useCallback, useEffect, useState } from 'react'
import type { TillChoice, TillFigures } from '../../../../shared/books/all-tills.ts'
import type { DayRange, Report, ReportOrder } from '../../../../shared/books/report.ts'
import type { Failure } from '../../../../shared/failure.ts'
import { call } from '../../page/index.ts'

export type Reported = {
  /** The old report stays until the next one is complete. */
  readonly report: Report | null
  /** The tills that the report is of; null before the first one. */
  readonly till: TillChoice | null
  /** How current each till's figures are; empty for this till's own. */
  readonly tills: readonly TillFigures[]
  /** The completed share of the days; null if no report is running. */
  readonly share: number | null
  readonly stopped: boolean
  readonly failure: Failure | null
  readonly stop: () => void
  readonly again: () => void
}

type Answered = Pick<Reported, 'report' | 'till' | 'tills' | 'share' | 'failure'>
const NOTHING: Answered = { report: null, till: null, tills: [], share: null, failure: null }

/** Asks for a report step by step until it is complete or stopped. A change of `fresh` asks again. */
export function useReport(
  { from, to }: DayRange,
  till: TillChoice,
  order: ReportOrder,
  fresh: number,
): Reported {
  const [answered, setAnswered] = useState<Answered>(NOTHING)
  const [stopped, setStopped] = useState(false)
  const [turn, setTurn] = useState(0)
  const again = useCallback(() => {
    setStopped(false)
    setTurn((now) => now + 1)
  }, [])
  // biome-ignore lint/correctness/useExhaustiveDependencies: a new range or order ends the stop.
  useEffect(() => setStopped(false), [from, to, till, order])
  // biome-ignore lint/correctness/useExhaustiveDependencies: a change of `turn` or `fresh` asks again.
  useEffect(() => {
    if (stopped) {
      setAnswered((before) => ({ ...before, share: null }))
      return undefined
    }
    let overtaken = false
    const ask = async (): Promise<void> => {
      const reply = await call('readReport', { from, to, till, order })
      if (overtaken) return
      if (!reply.ok) {
        setAnswered((before) => ({ ...before, share: null, failure: reply.error }))
        return
      }
      if (reply.value.done) {
        const { report, tills } = reply.value
        setAnswered({ report, till, tills, share: null, failure: null })
        return
      }
      const { share } = reply.value
      setAnswered((before) => ({ ...before, share, failure: null }))
      await ask()
    }
    void ask()
    return () => {
      overtaken = true
    }
  }, [from, to, till, order, fresh, turn, stopped])
  return { ...answered, stopped, stop: useCallback(() => setStopped(true), []), again }
}
