import { isDiskFull } from './failures.ts'

export const UNREADABLE = Symbol('unreadable')

/** The result of the work, or UNREADABLE where it throws. An error of a full disk is thrown: it is no damage. */
export function attempt<Value>(work: () => Value): Value | typeof UNREADABLE {
  try {
    return work()
  } catch (error) {
    if (isDiskFull(error)) throw error
    return UNREADABLE
  }
}
