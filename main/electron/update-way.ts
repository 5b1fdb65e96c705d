/** How an update is installed on each system. Electron is handed in. */
import { join } from 'node:path'
import { CommandRefused } from '../../shared/failure.ts'
import { ownAppImage, replaceAppImage, type UpdateProgram } from '../till/updates/index.ts'

/** Run once everything is stopped and stored, in place of the plain end of the program. */
export type LastAct = { run: (() => Promise<void>) | null }

type Of<Program> = Program extends unknown ? Omit<Program, 'keys' | 'feed'> : never
type Way = Of<UpdateProgram>

type Running = {
  readonly platform: NodeJS.Platform
  readonly environment: NodeJS.ProcessEnv
  readonly execPath: string
  readonly argv: readonly string[]
}

type Effects = {
  readonly last: LastAct
  /** Starts the program again at its end. */
  readonly relaunch: (options: { readonly execPath?: string; args: string[] }) => void
  readonly quit: () => void
  /** Rejects where the program ends with a failure. */
  readonly execute: (
    file: string,
    args: readonly string[],
    environment: NodeJS.ProcessEnv,
  ) => Promise<unknown>
}

export function updateWay(running: Running, effects: Effects): Way {
  const { platform, environment, execPath, argv } = running
  const { last, relaunch, quit } = effects
  // Root started Chromium with this switch, and without it the new version would not start.
  const args = argv.filter((argument) => argument === '--no-sandbox')
  const appImage = platform === 'linux' ? ownAppImage(environment, execPath) : null
  if (appImage !== null)
    return {
      ending: '.AppImage',
      command: null,
      install: async (file, mayRun) => {
        await replaceAppImage(appImage, file, mayRun)
        relaunch({ execPath: appImage, args })
        quit()
      },
    }
  if (platform === 'win32')
    return {
      ending: '.exe',
      command: null,
      install: async (file, mayRun) => {
        last.run = async () => {
          try {
            if (!(await mayRun(file))) throw new CommandRefused('UPDATE_TAMPERED', file)
            await runElevated(file, environment, effects)
          } catch {
            relaunch({ args })
          }
        }
        quit()
      },
    }
  // A deb belongs to root, and a dmg is dragged by hand: Squirrel.Mac would need a signed program.
  const ending = platform === 'darwin' ? '.dmg' : '.deb'
  const line = platform === 'darwin' ? 'open' : 'sudo dpkg -i'
  return { ending, command: (file) => `${line} '${file.replaceAll("'", `'\\''`)}'` }
}

/**
 * Runs the installer, which asks for an administrator. It ends a till that still runs, so this one has stopped before.
 * Rejects where nobody agrees: the old version starts again and says that nothing was installed.
 */
async function runElevated(
  file: string,
  environment: NodeJS.ProcessEnv,
  { execute }: Pick<Effects, 'execute'>,
): Promise<void> {
  const shell = join(
    environment.SystemRoot ?? 'C:\\Windows',
    'System32/WindowsPowerShell/v1.0/powershell.exe',
  )
  // By a variable, because PowerShell takes more signs than ' for a quote, and a user's name may have one.
  const start = `Start-Process -FilePath $env:TUGRIK_PACKAGE -ArgumentList '--updated','/S','--force-run' -Verb RunAs`
  await execute(shell, ['-NoProfile', '-NonInteractive', '-Command', start], {
    ...environment,
    TUGRIK_PACKAGE: file,
  })
}
