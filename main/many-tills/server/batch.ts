import type { PushedEvent } from './answers.ts'

const MOST = 500
const MOST_LETTERS = 2_000_000

/** As many of the events as one push carries, and always one. */
export function firstBatch(events: readonly PushedEvent[]): readonly PushedEvent[] {
  let letters = 0
  const end = events.findIndex(({ body }, index) => {
    letters += body.length
    return index > 0 && (index >= MOST || letters > MOST_LETTERS)
  })
  return end === -1 ? events : events.slice(0, end)
}
