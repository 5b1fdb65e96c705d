import { PressButton } from '../../kit/index.ts'
import { StaffList } from '../settings/index.ts'
import { useView } from '../store.ts'
import { useText } from '../text.ts'
import styles from './first-run.module.css'
import type { GuideHand } from './use-guide.ts'

/** Who works here: the owner first. A shop of one can leave it, and the till stays open to everybody. */
export function StaffStep({ guide }: { readonly guide: GuideHand }) {
  const say = useText()
  const staffed = useView((view) => view.staffed)
  return (
    <div className={styles.form}>
      <StaffList />
      <div className={styles.pair}>
        <PressButton
          tone={staffed ? 'main' : 'plain'}
          size="large"
          onPress={() => void guide.keep({ step: 'ready' })}
          testId="guide-next"
        >
          {say(staffed ? 'guide.next' : 'guide.later')}
        </PressButton>
      </div>
    </div>
  )
}
