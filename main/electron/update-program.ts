/** How the packed program installs an update on each system. */
import { execFile } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { app } from 'electron'
import { z } from 'zod'
import { CommandRefused } from '../../shared/failure.ts'
import { feedName, ownAppImage, replaceAppImage, type UpdateProgram } from '../updates/index.ts'

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
  if (!app.isPackaged || keys.length === 0) return { version, program: null }
  return { version, program: { keys, feed: feedName(process.platform, process.arch), ...wayOf(last) } }
}

type Of<Program> = Program extends unknown ? Omit<Program, 'keys' | 'feed'> : never

function wayOf(last: LastAct): Of<UpdateProgram> {
  const appImage = process.platform === 'linux' ? ownAppImage(process.env, process.execPath) : null
  if (appImage !== null)
    return {
      ending: '.AppImage',
      command: null,
      install: async (file, mayRun) => {
        await replaceAppImage(appImage, file, mayRun)
        app.relaunch({ execPath: appImage, args: ARGUMENTS })
        app.quit()
      },
    }
  if (process.platform === 'win32')
    return {
      ending: '.exe',
      command: null,
      install: async (file, mayRun) => {
        last.run = async () => {
          try {
            if (!(await mayRun(file))) throw new CommandRefused('UPDATE_TAMPERED', file)
            await runElevated(file)
          } catch {
            app.relaunch({ args: ARGUMENTS })
          }
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
  }
}

/** Root started Chromium with this switch, and without it the new version would not start. */
const ARGUMENTS = process.argv.filter((argument) => argument === '--no-sandbox')

/**
 * Runs the installer, which asks for an administrator. It ends a till that still runs, so this one has stopped before.
 * Rejects where nobody agrees: the old version starts again and says that nothing was installed.
 */
async function runElevated(file: string): Promise<void> {
  const shell = join(
    process.env.SystemRoot ?? 'C:\\Windows',
    'System32/WindowsPowerShell/v1.0/powershell.exe',
  )
  // By a variable, because PowerShell takes more signs than ' for a quote, and a user's name may have one.
  const start = `Start-Process -FilePath $env:TUGRIK_PACKAGE -ArgumentList '--updated','/S','--force-run' -Verb RunAs`
  await promisify(execFile)(shell, ['-NoProfile', '-NonInteractive', '-Command', start], {
    windowsHide: true,
    env: { ...process.env, TUGRIK_PACKAGE: file },
  })
}
