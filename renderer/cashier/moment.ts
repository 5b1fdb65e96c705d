import { useEffect, useState } from 'react'
import { shopClock, shopDay } from '../../shared/shop-day.ts'
import { clockTime } from '../texts/index.ts'
import type { Say } from './text.ts'

export { clockTime }

/** "14:32:06" */
export const clockTimeWithSeconds = shopClock

/** "11-21 14:32" */
export const dayAndTime = (at: number): string => `${shopDay(at).slice(5)} ${clockTime(at)}`

/** "11-21 07:56 – 22:10", or with a day at both ends; without an end where there is none yet. */
export function fromTo(from: number, to: number | null): string {
  if (to === null) return dayAndTime(from)
  return `${dayAndTime(from)} – ${shopDay(from) === shopDay(to) ? clockTime(to) : dayAndTime(to)}`
}

/** "2026-11-21 14:32", of what may be years old. */
export const yearAndTime = (at: number): string => `${shopDay(at)} ${clockTime(at)}`

/** How long something has lasted, in the largest unit that fits: "5 мин". */
export function ageWords(say: Say, ms: number): string {
  const seconds = Math.max(0, Math.floor(ms / 1000))
  if (seconds < 60) return say('age.seconds', { count: seconds })
  if (seconds < 3600) return say('age.minutes', { count: Math.floor(seconds / 60) })
  if (seconds < 86_400) return say('age.hours', { count: Math.floor(seconds / 3600) })
  return say('age.days', { count: Math.floor(seconds / 86_400) })
}

export const agoWords = (say: Say, ms: number): string =>
  ms < 1500 ? say('age.now') : say('age.ago', { age: ageWords(say, ms) })

/** The time, told anew every so often while something on the screen grows older. */
export function useNow(everyMs: number): number {
  const [now, setNow] = useState(() => Date.now())
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), everyMs)
    return () => clearInterval(timer)
  }, [everyMs])
  return now
}
