import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import { CommandRefused } from '../../shared/failure.ts'

/** A file that a person asked for, in the folder of the terminal's documents. Throws FILE_NOT_WRITTEN. */
export async function writeDocument(
  folder: string,
  name: string,
  write: (path: string) => Promise<void> | void,
): Promise<{ path: string }> {
  const path = join(folder, name)
  try {
    await mkdir(folder, { recursive: true })
    await write(path)
  } catch (error) {
    throw new CommandRefused('FILE_NOT_WRITTEN', error instanceof Error ? error.message : null)
  }
  return { path }
}
