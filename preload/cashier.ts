/**
 * The bridge of the cashier's page: commands by name, and views. It does not list the commands, because the main
 * process refuses every name that is not in its table (main/till/commands/commands.ts).
 */
import { contextBridge, ipcRenderer } from 'electron'
import { CALL_CHANNEL, MOST_LETTERS, VIEW_CHANNEL } from '../shared/page/channels.ts'

/** Anything but a text, or nothing, becomes the empty text, which the main process refuses everywhere. */
const asText = (sent: unknown): string | undefined =>
  sent === undefined || (typeof sent === 'string' && sent.length <= MOST_LETTERS) ? sent : ''

/** Each call may keep a thread, files or connections of the main process busy. Others wait here, and end with the page. */
const MOST_UNDER_WAY = 16
let underWay = 0
const waiting: (() => void)[] = []

async function inTurn<Answer>(work: () => Promise<Answer>): Promise<Answer> {
  if (underWay < MOST_UNDER_WAY) underWay += 1
  else await new Promise<void>((begin) => waiting.push(begin))
  try {
    return await work()
  } finally {
    const next = waiting.shift()
    if (next) next()
    else underWay -= 1
  }
}

contextBridge.exposeInMainWorld('pos', {
  // As text, because Electron rebuilds an object in the main process, however large, before the product's code runs.
  call: async (name: unknown, request?: unknown, key?: unknown): Promise<unknown> =>
    inTurn(() =>
      ipcRenderer.invoke(CALL_CHANNEL, asText(name), asText(JSON.stringify(request)), asText(key)),
    ),
  onView: (listener: (view: string) => void) => {
    const hear = (_event: unknown, view: string): void => listener(view)
    ipcRenderer.on(VIEW_CHANNEL, hear)
    return () => void ipcRenderer.off(VIEW_CHANNEL, hear)
  },
})
