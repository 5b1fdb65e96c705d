import { type BrowserWindow, ipcMain } from 'electron'
import { failure } from '../../shared/failure.ts'
import { CALL_CHANNEL, VIEW_CHANNEL } from '../../shared/page/channels.ts'
import type { Reply } from '../../shared/page/index.ts'
import type { Log } from '../base/clock-and-log.ts'
import type { Terminal } from '../till/index.ts'
import { heardChannels } from './heard-channels.ts'
import { isOurs } from './origin.ts'
import { parseRequest } from './request-text.ts'
import { isFromCashier } from './sender.ts'

/**
 * The only listener to a page. A command waits until the terminal has started. Refuses any sender except the main frame
 * of our window at our origin. Throws if a library has registered another listener for pages.
 */
export function registerIpc(
  terminal: Promise<Pick<Terminal, 'answer'>>,
  window: () => BrowserWindow | null,
  log: Log,
): void {
  ipcMain.handle(
    CALL_CHANNEL,
    async (event, name: unknown, text: unknown, key: unknown): Promise<Reply<unknown>> => {
      if (!isFromCashier(event, window()) || typeof name !== 'string') {
        log.warn('a call from a frame that is not the cashier page; refused')
        return { ok: false, error: failure('INPUT_INVALID') }
      }
      const parsed = parseRequest(text)
      if (parsed === null || (key !== undefined && typeof key !== 'string'))
        return { ok: false, error: failure('INPUT_INVALID') }
      return (await terminal).answer(name, parsed.request, key)
    },
  )
  const others = heardChannels(ipcMain).filter((channel) => channel !== CALL_CHANNEL)
  if (others.length > 0) throw new Error(`pages are heard on other channels: ${others.join(', ')}`)
}

/** Sends every new view to the cashier's page. */
export function sendViews(terminal: Pick<Terminal, 'onView'>, window: () => BrowserWindow | null): void {
  terminal.onView((view) => {
    const contents = window()?.webContents
    if (contents && !contents.isDestroyed() && isOurs(contents.getURL()))
      contents.send(VIEW_CHANNEL, JSON.stringify(view))
  })
}
