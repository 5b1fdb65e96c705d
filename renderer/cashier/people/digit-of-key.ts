import type { KeyboardEvent } from 'react'
import { digitOf } from '../scan.ts'

/** The digit of a key by its position, in every layout. Null for another key, and for a shortcut. */
export function digitOfKey(event: KeyboardEvent): string | null {
  if (event.ctrlKey || event.altKey || event.metaKey) return null
  const { code, key, shiftKey, timeStamp } = event
  return digitOf({ code, key, shiftKey, timeStamp })
}
