import { isElsewhere } from './failures.ts'

export const UNREADABLE = Symbol('unreadable')

/** Returns the work's result, or UNREADABLE if it throws. Throws the error of a full disk or a held file, which is not damage. */
export function attempt<Value>(work: () => Value): Value | typeof UNREADABLE {
  try {
    return work()
  } catch (error) {
    if (isElsewhere(error)) throw error
    return UNREADABLE
  }
}
