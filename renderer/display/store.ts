import { useStore } from 'zustand'
import { createStore } from 'zustand/vanilla'
import type { DisplayBridge, DisplayView } from '../../shared/page/display.ts'
import { knows, learnEnglish } from '../texts/index.ts'

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

/** Shows each view once its language is there. */
export function followTerminal(): void {
  let latest: DisplayView | null = null
  const show = (): void => {
    if (latest === null) return
    if (knows(latest.language)) shown.setState({ view: latest })
    else void learnEnglish().then(show)
  }
  window.posDisplay?.onView((view) => {
    latest = view
    show()
  })
}

export const useShown = (): DisplayView | null => useStore(shown, ({ view }) => view)
