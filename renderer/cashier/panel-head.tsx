import type { ReactNode } from 'react'
import { PressButton, Toolbar, useHotkey } from '../kit/index.ts'
import styles from './panel-head.module.css'
import { useText } from './text.ts'

type PanelHeadProps = {
  readonly title: string
  readonly titleId?: string
  readonly onLeave: () => void
  readonly testId: string
  /** What else can be done with it, beside the way out. */
  readonly children?: ReactNode
}

/** The head of what is done in the place of something else: Escape, or the button beside its name, leaves it. */
export function PanelHead({ title, titleId, onLeave, testId, children }: PanelHeadProps) {
  const say = useText()
  useHotkey('Escape', onLeave)
  return (
    <header className={styles.head}>
      <h1 id={titleId}>{title}</h1>
      <Toolbar end>
        {children}
        <PressButton tone="quiet" hotkey="Esc" onPress={onLeave} testId={testId}>
          {say('panel.back')}
        </PressButton>
      </Toolbar>
    </header>
  )
}
