import type { GuideStep } from '../../../shared/guide.ts'
import { Item, ItemList, PressButton } from '../../kit/index.ts'
import { useView } from '../store.ts'
import { useText } from '../text.ts'
import { isSettled } from './guide-draft.ts'
import type { GuideHand } from './use-guide.ts'

/** The steps to be done, in their order. */
const ASKED = ['merchant', 'shop', 'printer', 'staff'] as const satisfies readonly GuideStep[]

/** Lists what is set up and what is missing, each with a button to its step. */
export function Ready({ guide }: { readonly guide: GuideHand }) {
  const say = useText()
  const settings = useView((view) => view.settings)
  const staffed = useView((view) => view.staffed)
  return (
    <>
      <ItemList>
        {ASKED.map((step) => {
          const settled = isSettled(step, { settings, staffed })
          return (
            <Item
              key={step}
              icon={settled ? 'check' : 'clock'}
              tone={settled ? 'good' : 'warn'}
              title={say(`guide.${step}.brief`)}
              words={say(settled ? 'guide.settled' : `guide.${step}.without`)}
              tools={
                <PressButton size="small" onPress={() => void guide.keep({ step })}>
                  {say(settled ? 'guide.look' : 'guide.doNow')}
                </PressButton>
              }
              data-settled={settled}
            />
          )
        })}
      </ItemList>
      <PressButton tone="main" size="large" wide onPress={() => void guide.keep({ open: false })}>
        {say('guide.done')}
      </PressButton>
    </>
  )
}
