import type { GuideStep } from '../../../shared/guide.ts'
import { Icon, PressButton } from '../../kit/index.ts'
import { useView } from '../store.ts'
import { useText } from '../text.ts'
import styles from './first-run.module.css'
import { isSettled } from './guide-draft.ts'
import type { GuideHand } from './use-guide.ts'

/** What there is to be settled, in the order of the steps. */
const ASKED = ['merchant', 'shop', 'printer', 'staff'] as const satisfies readonly GuideStep[]

/** What is set up and what is not, each with the way to it. */
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
