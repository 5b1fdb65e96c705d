/** The bridge of the cashier's page: one function a verb, and the news. Nothing else gets across. */
import { contextBridge, ipcRenderer } from 'electron'
import { CALL_CHANNEL, CASHIER_VERBS, VIEW_CHANNEL } from '../shared/ipc/verbs.ts'

const verbs = CASHIER_VERBS.map((verb) => [
  verb,
  (request?: unknown, act?: string): Promise<unknown> => ipcRenderer.invoke(CALL_CHANNEL, verb, request, act),
])

contextBridge.exposeInMainWorld('pos', {
  ...Object.fromEntries(verbs),
  onView: (listener: (view: string) => void) => {
    const hear = (_event: unknown, view: string): void => listener(view)
    ipcRenderer.on(VIEW_CHANNEL, hear)
    return () => void ipcRenderer.off(VIEW_CHANNEL, hear)
  },
})
