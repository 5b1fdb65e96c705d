/**
 * The bridge of the cashier's page: commands by name, and views. It does not list the commands, because the main
 * process refuses every name that is not in its table (main/commands/commands.ts).
 */
import { contextBridge, ipcRenderer } from 'electron'
import { CALL_CHANNEL, MOST_LETTERS, VIEW_CHANNEL } from '../shared/ipc/channels.ts'

/** Anything but a text, or nothing, becomes the empty text, which the main process refuses everywhere. */
const asText = (sent: unknown): string | undefined =>
  sent === undefined || (typeof sent === 'string' && sent.length <= MOST_LETTERS) ? sent : ''

contextBridge.exposeInMainWorld('pos', {
  // As text, because Electron rebuilds an object in the main process, however large, before the product's code runs.
  call: async (name: unknown, request?: unknown, key?: unknown): Promise<unknown> =>
    ipcRenderer.invoke(CALL_CHANNEL, asText(name), asText(JSON.stringify(request)), asText(key)),
  onView: (listener: (view: string) => void) => {
    const hear = (_event: unknown, view: string): void => listener(view)
    ipcRenderer.on(VIEW_CHANNEL, hear)
    return () => void ipcRenderer.off(VIEW_CHANNEL, hear)
  },
})
