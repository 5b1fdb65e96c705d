import { useStore } from 'zustand'
import { createStore } from 'zustand/vanilla'
import type { DisplayBridge, DisplayView } from '../../shared/ipc/display.ts'

declare global {
  interface Window {
    readonly posDisplay: DisplayBridge
  }
}

type Shown = {
  /** What the main process last told. Null until it has: a blank screen, and never an old one. */
  readonly view: DisplayView | null
}

export const shown = createStore<Shown>(() => ({ view: null }))

export const followTerminal = (): void => void window.posDisplay?.onView((view) => shown.setState({ view }))

export const useShown = (): DisplayView | null => useStore(shown, ({ view }) => view)
