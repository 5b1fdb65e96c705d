import type { ReactNode } from 'react'
import { PressButton, Toolbar, useHotkey } from '../kit/index.ts'
import styles from './panel-head.module.css'
import { useText } from './text.ts'

type PanelHeadProps = {
  readonly title: string
  readonly titleId?: string
  readonly onLeave: () => void
  /** More buttons, beside the close button. */
  readonly children?: ReactNode
}

/** The heading of a panel that replaces other content. Escape or the button closes the panel. */
export function PanelHead({ title, titleId, onLeave, children }: PanelHeadProps) {
  const say = useText()
  useHotkey('Escape', onLeave)
  return (
    <header className={styles.head}>
      <h1 id={titleId}>{title}</h1>
      <Toolbar end>
        {children}
        <PressButton tone="subtle" hotkey="Esc" onPress={onLeave}>
          {say('panel.back')}
        </PressButton>
      </Toolbar>
    </header>
  )
}
