/** How the packed program installs an update on each system. */
import { execFile } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { app } from 'electron'
import { z } from 'zod'
import { CommandRefused } from '../../shared/failure.ts'
import { feedName, replaceAppImage, type UpdateProgram } from '../updates/index.ts'

/** The package.json in the archive. `updateKeys` is added at packing (docs/updates.md). */
const manifestSchema = z.object({ version: z.string(), updateKeys: z.string().default('') })

/** Run once everything is stopped and stored, in place of the plain end of the program. */
export type LastAct = { run: (() => Promise<void>) | null }

export function updateProgram(
  out: string,
  last: LastAct,
): { readonly version: string; readonly program: UpdateProgram | null } {
  const { version, updateKeys } = manifestSchema.parse(
    JSON.parse(readFileSync(join(out, '..', 'package.json'), 'utf8')),
  )
  const keys = updateKeys.split(',').filter(Boolean)
  const way = app.isPackaged && keys.length > 0 ? wayOf(last) : null
  if (way === null) return { version, program: null }
  return { version, program: { keys, feed: feedName(process.platform, process.arch), ...way } }
}

function wayOf(last: LastAct): Omit<UpdateProgram, 'keys' | 'feed'> | null {
  const { APPIMAGE } = process.env
  if (process.platform === 'linux' && APPIMAGE !== undefined)
    return {
      ending: '.AppImage',
      command: null,
      install: async (file, isSigned) => {
        await replaceAppImage(APPIMAGE, file, isSigned)
        app.relaunch({ execPath: APPIMAGE, args: [] })
        app.quit()
      },
    }
  if (process.platform === 'win32')
    return {
      ending: '.exe',
      command: null,
      install: async (file, isSigned) => {
        last.run = async () => {
          if (await isSigned(file)) await runElevated(file)
        }
        app.quit()
      },
    }
  // A deb belongs to root, and a dmg is dragged by hand: Squirrel.Mac would need a signed program.
  const ending = process.platform === 'darwin' ? '.dmg' : '.deb'
  const line = process.platform === 'darwin' ? 'open' : 'sudo dpkg -i'
  return {
    ending,
    command: (file) => `${line} '${file.replaceAll("'", `'\\''`)}'`,
    install: async (file) => {
      throw new CommandRefused('UPDATE_BY_HAND', file)
    },
  }
}

/**
 * Runs the installer, which asks for an administrator. It ends a till that still runs, so this one has stopped before. Where
 * nobody agrees, the old version starts again and says that nothing was installed.
 */
async function runElevated(file: string): Promise<void> {
  const shell = join(
    process.env.SystemRoot ?? 'C:\\Windows',
    'System32/WindowsPowerShell/v1.0/powershell.exe',
  )
  const start = `Start-Process -FilePath '${file.replaceAll("'", "''")}' -ArgumentList '--updated','/S','--force-run' -Verb RunAs`
  try {
    await promisify(execFile)(shell, ['-NoProfile', '-NonInteractive', '-Command', start], {
      windowsHide: true,
    })
  } catch {
    app.relaunch({ args: [] })
  }
}
