import type { ReactNode } from 'react'
import { Icon, PressButton } from '../../../kit/index.ts'
import { say } from '../../page/index.ts'
import styles from './goods-panel.module.css'

type GoodsPanelProps = {
  readonly title: string
  readonly onClose: () => void
  readonly testId?: string
  readonly children: ReactNode
}

/** The panel beside the list of goods, with a button that closes it. */
export const GoodsPanel = ({ title, onClose, testId, children }: GoodsPanelProps) => (
  <aside className={styles.panel} aria-label={title} data-testid={testId}>
    <header className={styles.head}>
      <h2>{title}</h2>
      <PressButton
        size="small"
        tone="subtle"
        label={say('word.close')}
        onPress={onClose}
        testId="goods-close"
      >
        <Icon name="cross" size={18} />
      </PressButton>
    </header>
    {children}
  </aside>
)
