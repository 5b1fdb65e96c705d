import { useEffect, useState } from 'react'
import { shopClock, shopDay } from '../../../shared/shop/shop-day.ts'
import { clockTime } from '../../texts/index.ts'
import type { Say } from '../page/index.ts'

export { clockTime }

/** "14:32:06" */
export const clockTimeWithSeconds = shopClock

/** "11-21 14:32" */
export const dayAndTime = (at: number): string => `${shopDay(at).slice(5)} ${clockTime(at)}`

/** "11-21 07:56 – 22:10", with both days if they differ; only the start if there is no end. */
export function fromTo(from: number, to: number | null): string {
  if (to === null) return dayAndTime(from)
  return `${dayAndTime(from)} – ${shopDay(from) === shopDay(to) ? clockTime(to) : dayAndTime(to)}`
}

/** "2026-11-21 14:32" */
export const yearAndTime = (at: number): string => `${shopDay(at)} ${clockTime(at)}`

/** A duration in its largest unit: "5 мин". */
export function ageWords(say: Say, ms: number): string {
  const seconds = Math.max(0, Math.floor(ms / 1000))
  if (seconds < 60) return say('age.seconds', { count: seconds })
  if (seconds < 3600) return say('age.minutes', { count: Math.floor(seconds / 60) })
  if (seconds < 86_400) return say('age.hours', { count: Math.floor(seconds / 3600) })
  return say('age.days', { count: Math.floor(seconds / 86_400) })
}

export const agoWords = (say: Say, ms: number): string =>
  ms < 1500 ? say('age.now') : say('age.ago', { age: ageWords(say, ms) })

/** The current time while the component is mounted, updated whenever it is a full multiple of the interval. */
export function useNow(everyMs: number): number {
  const [now, setNow] = useState(() => Date.now())
  useEffect(() => atMultiplesOf(everyMs, setNow), [everyMs])
  return now
}

/**
 * Calls `tell` whenever the time is a full multiple of the interval. All clocks of the page then change in the same frame,
 * and the page is redrawn once for all of them. Returns a function that stops the calls.
 */
export function atMultiplesOf(everyMs: number, tell: (now: number) => void): () => void {
  let timer: ReturnType<typeof setTimeout>
  const wait = (): void => {
    timer = setTimeout(
      () => {
        wait()
        tell(Date.now())
      },
      everyMs - (Date.now() % everyMs),
    )
  }
  wait()
  return () => clearTimeout(timer)
}
