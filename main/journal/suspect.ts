import { writeFileSync } from 'node:fs'

/** A marker beside a file that was found damaged while it was in use: it is rescued at the next start. */
export const suspectOf = (file: string): string => `${file}.suspect`

export function markSuspect(file: string): void {
  try {
    writeFileSync(suspectOf(file), '')
  } catch {
    // without a marker, the damage will show again
  }
}
