/** The bridge of the customer display: it hears the news, and can call nothing. */
import { contextBridge, ipcRenderer } from 'electron'
import type { DisplayBridge, DisplayView } from '../shared/ipc/display.ts'
import { DISPLAY_CHANNEL } from '../shared/ipc/display-channel.ts'

const bridge: DisplayBridge = {
  onView: (listener) => {
    const hear = (_event: unknown, view: DisplayView): void => listener(view)
    ipcRenderer.on(DISPLAY_CHANNEL, hear)
    return () => void ipcRenderer.off(DISPLAY_CHANNEL, hear)
  },
}

contextBridge.exposeInMainWorld('posDisplay', bridge)
