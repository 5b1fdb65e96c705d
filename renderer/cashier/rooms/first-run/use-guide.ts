import { useStore } from 'zustand'
import type { Guide, GuideStep } from '../../../../shared/shop/guide.ts'
import { call } from '../../page/call.ts'
import { useView } from '../../page/store.ts'
import { createRoomStore } from '../../page/visit.ts'
import { isOf, type Settled } from './guide-draft.ts'

type Typed = Guide['typed']

/** The typed values, ahead of those that the main process has stored. Null until something is typed in this page. */
const here = createRoomStore<{ readonly typed: Typed | null }>({ typed: null })

/** The parts of the view that tell which steps are done. */
export const useSettled = (): Settled => ({
  settings: useView((view) => view.settings),
  staffed: useView((view) => view.staffed),
  goods: useView((view) => view.goods),
})

export type GuideHand = {
  readonly step: GuideStep
  readonly typed: Typed
  /** Every keystroke is stored at once, so that a power cut loses nothing. */
  readonly type: (part: Typed) => void
  /** Goes to another step, or leaves the guide. */
  readonly keep: (change?: { readonly step?: GuideStep; readonly open?: boolean }) => Promise<boolean>
  /** Drops the typed values of groups that have been saved. */
  readonly forget: (...groups: readonly string[]) => void
}

export function useGuide(): GuideHand {
  const guide = useView((view) => view.settings.guide)
  const typed = useStore(here, (state) => state.typed) ?? guide.typed
  const now = (): Typed => here.getState().typed ?? guide.typed
  const kept = async (ways: Pick<Guide, 'step' | 'open'>, texts: Typed): Promise<boolean> =>
    (await call('saveSettings', { guide: { ...ways, typed: texts } })).ok
  // A text that cannot be stored, because it is too long, stays in the page and stops nobody.
  const keep: GuideHand['keep'] = async ({ step = guide.step, open = guide.open } = {}) =>
    (await kept({ step, open }, now())) || kept({ step, open }, guide.typed)
  return {
    step: guide.step,
    typed,
    type: (part) => {
      here.setState({ typed: { ...now(), ...part } })
      void kept(guide, now())
    },
    keep,
    forget: (...groups) =>
      here.setState({
        typed: Object.fromEntries(Object.entries(now()).filter(([path]) => !isOf(groups, path))),
      }),
  }
}
