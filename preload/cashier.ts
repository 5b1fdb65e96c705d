/**
 * The bridge of the cashier's page: commands by name, and views. Nothing else crosses. The names stand nowhere here: the main
 * process answers those of its table (main/commands/commands.ts) and refuses all others.
 */
import { contextBridge, ipcRenderer } from 'electron'
import { CALL_CHANNEL, VIEW_CHANNEL } from '../shared/ipc/channels.ts'

contextBridge.exposeInMainWorld('pos', {
  call: (name: string, request?: unknown, key?: string): Promise<unknown> =>
    ipcRenderer.invoke(CALL_CHANNEL, name, request, key),
  onView: (listener: (view: string) => void) => {
    const hear = (_event: unknown, view: string): void => listener(view)
    ipcRenderer.on(VIEW_CHANNEL, hear)
    return () => void ipcRenderer.off(VIEW_CHANNEL, hear)
  },
})
