import type { ReactNode } from 'react'
import { Icon } from './icon.tsx'
import { PressButton } from './press-button.tsx'
import styles from './side-panel.module.css'

type SidePanelProps = {
  readonly title: string
  readonly close: string
  readonly onClose: () => void
  readonly closeTestId: string
  readonly testId?: string
  readonly children: ReactNode
}

/** A panel beside a list, with a button that closes it. */
export const SidePanel = ({ title, close, onClose, closeTestId, testId, children }: SidePanelProps) => (
  <aside className={styles.panel} aria-label={title} data-testid={testId}>
    <header className={styles.head}>
      <h2>{title}</h2>
      <PressButton size="small" tone="subtle" label={close} onPress={onClose} testId={closeTestId}>
        <Icon name="cross" size={18} />
      </PressButton>
    </header>
    {children}
  </aside>
)
