/**
 * One Electron for many tests, because its start takes longer than most tests. It opens one till after the other, each
 * on its own data folder (many-tills.ts). A killed till kills the program, and the next till starts it again.
 */
import type { Page } from '@playwright/test'
import { inProject } from '../setup/project.mjs'
import { attach, CASHIER, hostOf } from './electron-host.ts'
import { type ElectronProgram, startElectron } from './electron-program.ts'
import type { LentElectron } from './host.ts'
import type { TillAnswer, TillQuestion } from './many-tills.ts'

/** `folder` has the data of Chromium. */
export async function startLentElectron(
  executable: string,
  folder: string,
  env: Readonly<Record<string, string>> = {},
): Promise<LentElectron> {
  const program = await startElectron({
    executable,
    args: [inProject('out/main/many-tills.js')],
    env: { ...env, TUGRIK_DATA: folder },
    messages: true,
  })
  const { child, port, kill } = program
  // One connection to Electron serves the windows of all tills. After a crash of a page, Playwright needs a new one.
  let context: Context | null = null
  const attachAgain = async (): Promise<Page> => {
    const page = await attach(port)
    context = page.context()
    return page
  }
  return {
    running: () => child.connected,
    kill,
    open: async (question) => {
      await ask(program, question, 'opened')
      const page = await (context === null ? attachAgain() : cashierIn(context))
      return hostOf(page, { attachAgain, close: () => ask(program, 'close', 'closed'), kill })
    },
  }
}

function cashierIn(context: Context): Page | Promise<Page> {
  const isCashier = (page: Page): boolean => page.url().startsWith(CASHIER)
  return context.pages().find(isCashier) ?? context.waitForEvent('page', isCashier)
}

type Context = ReturnType<Page['context']>

function ask(program: ElectronProgram, question: TillQuestion | 'close', wanted: TillAnswer): Promise<void> {
  const answered = answer(program, wanted)
  program.child.send(question)
  return answered
}

function answer({ child, exited }: ElectronProgram, wanted: TillAnswer): Promise<void> {
  return new Promise((resolve, reject) => {
    child.once('message', (came: TillAnswer) => {
      if (came === wanted) resolve()
      else reject(new Error(`the till: ${typeof came === 'string' ? came : came.failed}`))
    })
    exited.then(() => reject(new Error('Electron has ended')))
  })
}
