import type { ReactNode } from 'react'
import { GUIDE_STEPS } from '../../../../shared/shop/guide.ts'
import { Icon, PressButton } from '../../../kit/index.ts'
import { say } from '../../page/text.ts'
import styles from './first-run.module.css'
import type { GuideHand } from './use-guide.ts'

type WaysProps = {
  readonly guide: GuideHand
  /** Leads on from the step. */
  readonly children: ReactNode
}

/** Always visible at the end of a step: back, out of the guide, and on. Typed values are kept. */
export function Ways({ guide, children }: WaysProps) {
  const before = GUIDE_STEPS[GUIDE_STEPS.indexOf(guide.step) - 1]
  return (
    <footer className={styles.ways}>
      {before === undefined ? null : (
        <PressButton tone="subtle" onPress={() => guide.keep({ step: before })}>
          <Icon name="back" size={20} />
          {say('guide.back')}
        </PressButton>
      )}
      {guide.step === 'ready' ? null : (
        <PressButton tone="subtle" onPress={() => guide.keep({ open: false })}>
          {say('guide.leave')}
        </PressButton>
      )}
      <span className={styles.on}>{children}</span>
    </footer>
  )
}
