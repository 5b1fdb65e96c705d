/**
 * Replaces an AppImage in one step, so that after a power cut it is completely the old or the new version, and keeps the
 * old one beside it. A running AppImage goes on from its open file.
 */
import { constants } from 'node:fs'
import { access, chmod, copyFile, link, rename, rm } from 'node:fs/promises'
import { dirname, sep } from 'node:path'
import { CommandRefused } from '../../../shared/failure.ts'
import { syncFile, syncFolder } from '../../base/files/atomic-file.ts'
import { codeOf } from '../../base/files/error-code.ts'

/**
 * The AppImage that this program runs from; null where it runs from none. Programs that an AppImage starts inherit its
 * variables, so that the program must be inside its mounted folder.
 */
export function ownAppImage(
  { APPIMAGE, APPDIR }: Readonly<Record<string, string | undefined>>,
  program: string,
): string | null {
  if (!APPIMAGE || !APPDIR) return null
  return program.startsWith(APPDIR.endsWith(sep) ? APPDIR : `${APPDIR}${sep}`) ? APPIMAGE : null
}

/** `mayRun` is asked about the copy that will run. */
export async function replaceAppImage(
  appImage: string,
  file: string,
  mayRun: (path: string) => Promise<boolean>,
): Promise<void> {
  const folder = dirname(appImage)
  await access(folder, constants.W_OK).catch(() => {
    throw new CommandRefused('UPDATE_NO_RIGHTS', folder)
  })
  if (await mayRun(appImage)) return // another till of this computer has replaced it
  const next = `${appImage}.new`
  try {
    await rm(next, { force: true })
    await copyFile(file, next)
    if (!(await mayRun(next))) throw new CommandRefused('UPDATE_TAMPERED', file)
    await chmod(next, 0o755)
    syncFile(next)
    await keep(appImage)
    await rename(next, appImage)
    syncFolder(folder)
  } catch (error) {
    const code = codeOf(error)
    throw code === 'ENOSPC' || code === 'EDQUOT' ? new CommandRefused('UPDATE_DISK_FULL') : error
  } finally {
    await rm(next, { force: true })
  }
}

/** Keeps the version before, to go back to (docs/updates.md), where the disk has links: a copy might find no space. */
async function keep(appImage: string): Promise<void> {
  const previous = `${appImage}.previous`
  const older = `${previous}.older`
  await rm(older, { force: true })
  try {
    await link(appImage, older)
    await rename(older, previous)
  } catch (error) {
    if (!NO_LINKS.has(codeOf(error) ?? '')) throw error
  } finally {
    await rm(older, { force: true }) // renaming a link to another of the same file does nothing
  }
}

/** What file systems without links answer, such as those of sticks (link(2)). */
const NO_LINKS: ReadonlySet<string> = new Set(['EPERM', 'ENOSYS', 'ENOTSUP', 'EOPNOTSUPP', 'EMLINK'])
