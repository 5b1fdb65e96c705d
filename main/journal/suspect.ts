import { writeFileSync } from 'node:fs'

/** A marker beside the file: it was found damaged while it was in use, and is rescued at the next start. */
export const suspectOf = (file: string): string => `${file}.suspect`

export function markSuspect(file: string): void {
  try {
    writeFileSync(suspectOf(file), '')
  } catch {
    // a disk that takes no marker will show the damage again
  }
}
