import { isDiskFull } from './failures.ts'

export const UNREADABLE = Symbol('unreadable')

/** What the work gives, or the sign that what it would have read cannot be read. A full disk says nothing about that, and is thrown. */
export function attempt<Value>(work: () => Value): Value | typeof UNREADABLE {
  try {
    return work()
  } catch (error) {
    if (isDiskFull(error)) throw error
    return UNREADABLE
  }
}
