import type { ReactNode } from 'react'
import { SidePanel } from '../../../kit/index.ts'
import { useText } from '../../page/text.ts'

type GoodsPanelProps = {
  readonly title: string
  readonly onClose: () => void
  readonly testId?: string
  readonly children: ReactNode
}

/** The panel beside the list of goods. */
export function GoodsPanel({ title, onClose, testId, children }: GoodsPanelProps) {
  const say = useText()
  return (
    <SidePanel
      title={title}
      close={say('word.close')}
      onClose={onClose}
      closeTestId="goods-close"
      {...(testId === undefined ? {} : { testId })}
    >
      {children}
    </SidePanel>
  )
}
