/** The bridge of the customer display. It receives views and has no commands. */
import { contextBridge, ipcRenderer } from 'electron'
import { DISPLAY_CHANNEL } from '../shared/page/channels.ts'
import type { DisplayBridge, DisplayView } from '../shared/page/display.ts'

const bridge: DisplayBridge = {
  onView: (listener) => {
    const hear = (_event: unknown, view: DisplayView): void => listener(view)
    ipcRenderer.on(DISPLAY_CHANNEL, hear)
    return () => void ipcRenderer.off(DISPLAY_CHANNEL, hear)
  },
}

contextBridge.exposeInMainWorld('posDisplay', bridge)
