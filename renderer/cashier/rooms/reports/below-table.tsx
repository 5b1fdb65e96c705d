import { type ReactNode, useEffect, useRef } from 'react'
import { PressButton, Section } from '../../../kit/index.ts'
import { say } from '../../page/index.ts'
import styles from './reports.module.css'

type BelowTableProps = {
  readonly title: string
  /** What the main process answered; null before it did. */
  readonly answer: unknown
  readonly onClose: () => void
  readonly testId: string
  readonly children: ReactNode
}

/** Shows below the table what a press on one of its rows opened. */
export function BelowTable({ title, answer, onClose, testId, children }: BelowTableProps) {
  const place = useRef<HTMLDivElement>(null)
  // The pressed row may be far above, in a long table.
  useEffect(() => {
    if (answer !== null) place.current?.scrollIntoView({ block: 'start' })
  }, [answer])
  return (
    <div ref={place} className={styles.toIssue}>
      <Section
        title={title}
        testId={testId}
        tools={
          <PressButton tone="subtle" onPress={onClose}>
            {say('word.close')}
          </PressButton>
        }
      >
        {children}
      </Section>
    </div>
  )
}
