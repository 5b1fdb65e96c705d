import { makePrivateFile } from '../../base/files/private-files.ts'

/** The marker beside a file that was found damaged while in use. The next start rescues the file. */
export const suspectOf = (file: string): string => `${file}.suspect`

export function markSuspect(file: string): void {
  try {
    makePrivateFile(suspectOf(file))
  } catch {
    // Without the marker, the damage is found when it is next read.
  }
}
