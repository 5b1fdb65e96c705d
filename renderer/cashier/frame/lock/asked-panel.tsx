import { type ReactNode, useEffect, useId } from 'react'
import { Icon, type IconName, PageHead } from '../../../kit/index.ts'
import type { AskedApproval } from '../../page/approval-asked.ts'
import styles from '../../parts/people/people.module.css'

type AskedPanelProps = {
  readonly asked: Pick<AskedApproval, 'focused'>
  readonly icon: IconName
  readonly title: string
  /** A button in the head. */
  readonly action?: ReactNode
  readonly testId: string
  readonly children: ReactNode
}

/** The dialog of a question that a command asks. It gives the focus back to the element that had it before. */
export function AskedPanel({ asked, icon, title, action = null, testId, children }: AskedPanelProps) {
  const titleId = useId()
  const { focused } = asked
  useEffect(
    () => () => {
      if (focused instanceof HTMLElement && focused.isConnected) focused.focus()
    },
    [focused],
  )
  return (
    <section
      className={styles.approval}
      role="dialog"
      aria-modal="true"
      aria-labelledby={titleId}
      data-testid={testId}
    >
      <PageHead before={<Icon name={icon} size={24} />} title={title} titleId={titleId}>
        {action}
      </PageHead>
      {children}
    </section>
  )
}
