/**
 * The bridge of the cashier's page: commands by name, and views. It does not list the commands, because the main
 * process refuses every name that is not in its table (main/commands/commands.ts).
 */
import { contextBridge, ipcRenderer } from 'electron'
import { CALL_CHANNEL, VIEW_CHANNEL } from '../shared/ipc/channels.ts'

contextBridge.exposeInMainWorld('pos', {
  // As text, because Electron rebuilds an object in the main process, however large, before the product's code runs.
  call: async (name: string, request?: unknown, key?: string): Promise<unknown> =>
    ipcRenderer.invoke(CALL_CHANNEL, name, JSON.stringify(request), key),
  onView: (listener: (view: string) => void) => {
    const hear = (_event: unknown, view: string): void => listener(view)
    ipcRenderer.on(VIEW_CHANNEL, hear)
    return () => void ipcRenderer.off(VIEW_CHANNEL, hear)
  },
})
