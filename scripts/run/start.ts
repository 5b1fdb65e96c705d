/** `npm start`: starts the terminal in Electron, otherwise in a browser, otherwise as a demo that saves pictures. */
import { spawn } from 'node:child_process'
import { homedir } from 'node:os'
import { join } from 'node:path'
import { openMessage } from '../../main/base/open-message.ts'
import { parsePracticeAddress } from '../../main/payment-service/practice/index.ts'
import { ensureHost, type HostKind, openBrowserHost } from './hosts/index.ts'
import { ensureBuild } from './setup/build.ts'
import { hasDisplay, isRoot } from './setup/machine.ts'
import { oneAtATime } from './setup/one-at-a-time.mjs'
import { SetupFailed } from './setup/progress.mjs'
import { inProject } from './setup/project.mjs'
import { script } from './setup/script.mjs'

const DEMO_FOLDER = 'demo-out'

await script(start)

async function start(): Promise<number> {
  const electron = await oneAtATime(async () => {
    await ensureBuild()
    return ensureHost('electron')
  })
  const shown = hasDisplay()
  if ('missing' in electron) {
    console.log(
      `No Electron here (${electron.missing}): ${shown ? 'opening the same terminal in a browser.' : 'the browser host stands in.'}`,
    )
  }
  if (!shown) return showDemo('missing' in electron ? 'browser' : 'electron')
  if ('executable' in electron) return startElectron(electron.executable)
  return startBrowser()
}

function startElectron(executable: string): Promise<number> {
  const quiet = '--log-level=3' // hides Chromium's messages about the machine; the terminal writes its own log
  const sandbox = isRoot() ? ['--no-sandbox'] : []
  return run(executable, [quiet, ...sandbox, inProject('.'), ...process.argv.slice(2)])
}

/** Resolves when the window is closed, or when the till has ended: a window that nothing answers would show old figures. */
async function startBrowser(): Promise<number> {
  const browser = await oneAtATime(() => ensureHost('browser'))
  if ('missing' in browser) throw new SetupFailed(browser.missing)
  const { TUGRIK_DATA, TUGRIK_PRACTICE = '' } = process.env
  const dataFolder = TUGRIK_DATA ?? ownDataFolder()
  let end = (_code: number): void => {}
  const ended = new Promise<number>((resolve) => {
    end = resolve
  })
  const host = await openBrowserHost({
    executable: browser.executable,
    dataFolder,
    practice: parsePracticeAddress(TUGRIK_PRACTICE),
    headless: false,
    onLost: (how) => {
      console.error(`The till ended by itself: ${how}. What was sold is saved.`)
      end(1)
    },
  }).catch((error: Error) => {
    throw new SetupFailed(error.message)
  })
  host.page.once('close', () => end(0))
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.once(signal, () => end(0))
  const view = await host.page.evaluate(() => window.pos.call('getView'))
  if (view.ok) console.log(openMessage(view.value.mode, dataFolder))
  const code = await ended
  await host.close()
  return code
}

/** A data folder other than the packaged app's: the two store their secrets in different ways. */
function ownDataFolder(): string {
  const { APPDATA, XDG_CONFIG_HOME } = process.env
  const settings = process.platform === 'win32' ? APPDATA : XDG_CONFIG_HOME
  const mac = process.platform === 'darwin' ? 'Library/Application Support' : '.config'
  return join(settings ?? join(homedir(), mac), 'tugrik-pos-browser')
}

async function showDemo(kind: HostKind): Promise<number> {
  const folder = inProject(DEMO_FOLDER)
  console.log('No display here: the demo runs instead.')
  const status = await run(process.execPath, [
    inProject('scripts/pictures/demo.ts'),
    '--out',
    folder,
    '--host',
    kind,
  ])
  if (status === 0)
    console.log(
      `The till was open, in test mode. Its pictures are in ${folder}, and its data was in a temporary folder, which is deleted.`,
    )
  return status
}

function run(command: string, args: readonly string[]): Promise<number> {
  const child = spawn(command, args, { stdio: 'inherit', cwd: inProject('.') })
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => child.kill(signal))
  return new Promise((resolve, reject) => {
    child.once('error', reject)
    child.once('close', (code) => resolve(code ?? 1))
  })
}
