import { useStore } from 'zustand'
import type { GuideStep } from '../../../../shared/shop/guide.ts'
import { call } from '../../page/call.ts'
import { type Draft, type DraftStore, NOTHING_TYPED } from '../../page/draft.ts'
import { useView } from '../../page/store.ts'
import { createRoomStore } from '../../page/visit.ts'
import { type SettingTexts, textsToType } from '../settings/index.ts'
import type { Settled } from './guide-draft.ts'

/** The fields of the seller that the guide asks for. */
const SELLER_FIELDS = ['name', 'taxpayerNumber', 'register', 'branch', 'districtCode'] as const

/** What is typed, ahead of what the main process has stored. Null until something is typed in this page. */
const here = createRoomStore<{ readonly draft: Draft<SettingTexts> | null }>({ draft: null })

/** The parts of the view that tell which steps are done. */
export const useSettled = (): Settled => ({
  settings: useView((view) => view.settings),
  staffed: useView((view) => view.staffed),
  goods: useView((view) => view.goods),
})

export type GuideHand = {
  readonly step: GuideStep
  /** Every keystroke is stored at once, so that a power cut loses nothing. */
  readonly draft: DraftStore<SettingTexts>
  readonly inUse: SettingTexts
  /** Goes to another step, or leaves the guide. */
  readonly keep: (change: { readonly step?: GuideStep; readonly open?: boolean }) => void
}

export function useGuide(): GuideHand {
  const settings = useView((view) => view.settings)
  const { step, typed, over } = settings.guide
  useStore(here)
  return {
    step,
    draft: {
      now: () => here.getState().draft ?? { ...NOTHING_TYPED, typed, over },
      keep: (draft) => {
        here.setState({ draft })
        // What cannot be stored, because it is too long, stays in the page.
        void call('saveSettings', {
          guide: { typed: draft.typed as SettingTexts, over: draft.over as SettingTexts },
        })
      },
    },
    inUse: textsToType(settings, SELLER_FIELDS),
    keep: (guide) => void call('saveSettings', { guide }),
  }
}
