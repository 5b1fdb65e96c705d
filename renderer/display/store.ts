import { useStore } from 'zustand'
import { createStore } from 'zustand/vanilla'
import type { DisplayBridge, DisplayView } from '../../shared/ipc/display.ts'

declare global {
  interface Window {
    readonly posDisplay: DisplayBridge
  }
}

type Shown = {
  /** The latest view; null before the first one, so that the screen is blank rather than outdated. */
  readonly view: DisplayView | null
}

export const shown = createStore<Shown>(() => ({ view: null }))

export const followTerminal = (): void => void window.posDisplay?.onView((view) => shown.setState({ view }))

export const useShown = (): DisplayView | null => useStore(shown, ({ view }) => view)
