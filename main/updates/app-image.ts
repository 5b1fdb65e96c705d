/**
 * Replaces an AppImage in one step, so that after a power cut it is completely the old or the new version, and keeps the
 * old one beside it. A running AppImage goes on from its open file.
 */
import { constants } from 'node:fs'
import { access, chmod, copyFile, link, rename, rm } from 'node:fs/promises'
import { dirname } from 'node:path'
import { CommandRefused } from '../../shared/failure.ts'
import { syncFile, syncFolder } from '../atomic-file.ts'

/** `isSigned` is asked about the copy that will run. */
export async function replaceAppImage(
  appImage: string,
  file: string,
  isSigned: (path: string) => Promise<boolean>,
): Promise<void> {
  const folder = dirname(appImage)
  await access(folder, constants.W_OK).catch(() => {
    throw new CommandRefused('UPDATE_NO_RIGHTS', folder)
  })
  const next = `${appImage}.new`
  try {
    await rm(next, { force: true })
    await copyFile(file, next)
    if (!(await isSigned(next))) throw new CommandRefused('UPDATE_TAMPERED', file)
    await chmod(next, 0o755)
    syncFile(next)
    await rm(previousOf(appImage), { force: true })
    await link(appImage, previousOf(appImage))
    await rename(next, appImage)
    syncFolder(folder)
  } finally {
    await rm(next, { force: true })
  }
}

/** The version before, to go back to (docs/updates.md). */
const previousOf = (appImage: string): string => `${appImage}.previous`
