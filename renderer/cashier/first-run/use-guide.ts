import { useStore } from 'zustand'
import { createStore } from 'zustand/vanilla'
import type { Guide, GuideStep } from '../../../shared/guide.ts'
import { call } from '../call.ts'
import { useView } from '../store.ts'

type Typed = Guide['typed']

/** What is being typed, ahead of what the main process keeps. Null: nothing since the page was loaded. */
const here = createStore<{ readonly typed: Typed | null }>(() => ({ typed: null }))

export type GuideHand = {
  readonly step: GuideStep
  readonly typed: Typed
  /** Every letter is kept as it comes, like every line of a sale: a pulled plug takes none. */
  readonly type: (part: Typed) => void
  /** Goes to another step, or out. */
  readonly keep: (change?: { readonly step?: GuideStep; readonly open?: boolean }) => Promise<boolean>
  /** What was typed in these fields is in use now. */
  readonly forget: (prefix: string) => void
}

/** The guide as it stands, and what can be done to it. */
export function useGuide(): GuideHand {
  const guide = useView((view) => view.settings.guide)
  const typed = useStore(here, (state) => state.typed) ?? guide.typed
  const now = (): Typed => here.getState().typed ?? guide.typed
  const keep: GuideHand['keep'] = async ({ step = guide.step, open = guide.open } = {}) =>
    (await call('keepGuide', { step, open, typed: now() })).ok
  return {
    step: guide.step,
    typed,
    type: (part) => {
      here.setState({ typed: { ...now(), ...part } })
      void keep()
    },
    keep,
    forget: (prefix) =>
      here.setState({
        typed: Object.fromEntries(Object.entries(now()).filter(([field]) => !field.startsWith(prefix))),
      }),
  }
}
