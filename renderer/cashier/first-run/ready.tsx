import type { GuideStep } from '../../../shared/guide.ts'
import { Icon, PressButton } from '../../kit/index.ts'
import { useView } from '../store.ts'
import { useText } from '../text.ts'
import styles from './first-run.module.css'
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
      <ul className={styles.rows}>
        {ASKED.map((step) => {
          const settled = isSettled(step, { settings, staffed })
          return (
            <li key={step} data-settled={settled}>
              <Icon name={settled ? 'check' : 'clock'} />
              <span>
                <b>{say(`guide.${step}.brief`)}</b>
                {say(settled ? 'guide.settled' : `guide.${step}.without`)}
              </span>
              <PressButton size="small" onPress={() => void guide.keep({ step })}>
                {say(settled ? 'guide.look' : 'guide.doNow')}
              </PressButton>
            </li>
          )
        })}
      </ul>
      <PressButton tone="main" size="large" wide onPress={() => void guide.keep({ open: false })}>
        {say('guide.done')}
      </PressButton>
    </>
  )
}
