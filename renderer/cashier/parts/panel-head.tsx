import type { ReactNode } from 'react'
import { PageHead, PressButton, useHotkey } from '../../kit/index.ts'
import { say } from '../page/index.ts'

type PanelHeadProps = {
  readonly title: string
  readonly titleId?: string
  readonly onLeave: () => void
  /** More buttons, beside the close button. */
  readonly children?: ReactNode
}

/** The heading of a panel that replaces other content. Escape or the button closes the panel. */
export function PanelHead({ title, titleId, onLeave, children }: PanelHeadProps) {
  useHotkey('Escape', onLeave)
  return (
    <PageHead title={title} {...(titleId === undefined ? {} : { titleId })}>
      {children}
      <PressButton tone="subtle" hotkey="Esc" onPress={onLeave}>
        {say('word.back')}
      </PressButton>
    </PageHead>
  )
}
