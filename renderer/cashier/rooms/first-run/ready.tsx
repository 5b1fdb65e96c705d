import type { GuideStep } from '../../../../shared/shop/guide.ts'
import { Item, ItemList, PressButton } from '../../../kit/index.ts'
import { say } from '../../page/text.ts'
import { hasPrinter, isSettled, type Settled } from './guide-draft.ts'
import { type GuideHand, useSettled } from './use-guide.ts'
import { Ways } from './ways.tsx'

/** The steps to be done, in their order. */
const ASKED = [
  'merchant',
  'shop',
  'goods',
  'printer',
  'staff',
  'copies',
] as const satisfies readonly GuideStep[]

const isUntried = (step: GuideStep, { settings }: Settled): boolean =>
  step === 'printer' && hasPrinter(settings)

/** Lists what is set up and what is missing, each with a button to its step. */
export function Ready({ guide }: { readonly guide: GuideHand }) {
  const view = useSettled()
  return (
    <>
      <ItemList>
        {ASKED.map((step) => {
          const settled = isSettled(step, view)
          return (
            <Item
              key={step}
              icon={settled ? 'check' : 'clock'}
              tone={settled ? 'good' : 'warn'}
              title={say(`guide.${step}.brief`)}
              words={say(
                settled
                  ? 'guide.settled'
                  : isUntried(step, view)
                    ? 'guide.printer.untried'
                    : `guide.${step}.without`,
              )}
              tools={
                <PressButton size="small" onPress={() => guide.keep({ step })}>
                  {say(settled ? 'guide.look' : 'guide.doNow')}
                </PressButton>
              }
              data-settled={settled}
            />
          )
        })}
      </ItemList>
      <Ways guide={guide}>
        <PressButton tone="main" onPress={() => guide.keep({ open: false })}>
          {say('guide.done')}
        </PressButton>
      </Ways>
    </>
  )
}
