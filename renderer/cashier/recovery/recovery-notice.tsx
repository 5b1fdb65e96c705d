import type { ReactNode } from 'react'
import type { Reply } from '../../../shared/ipc/index.ts'
import { Icon, PressButton, useFreeKeyboard, useHotkey } from '../../kit/index.ts'
import { FailureNote } from '../failure-note.tsx'
import { useText } from '../text.ts'
import { useCommand } from '../use-command.ts'
import styles from './recovery.module.css'

type RecoveryNoticeProps = {
  readonly testId: 'found' | 'rescued'
  readonly tone: 'figure' | 'alarm'
  readonly title: string
  readonly acknowledge: () => Promise<Reply<unknown>>
  readonly children: ReactNode
}

/** The whole screen, until somebody presses its one button: what a start has to tell before anything else is done. */
export function RecoveryNotice({ testId, tone, title, acknowledge, children }: RecoveryNoticeProps) {
  const say = useText()
  const acknowledging = useCommand()
  const done = () => void acknowledging.run(acknowledge)
  useFreeKeyboard()
  useHotkey('Enter', done)
  return (
    <main className={styles.recovery} data-testid={testId}>
      <span className={styles[tone]}>
        <Icon name={tone === 'alarm' ? 'warning' : 'clock'} size={40} />
      </span>
      <h1>{title}</h1>
      {children}
      <FailureNote failure={acknowledging.failure} />
      <PressButton
        tone="main"
        size="large"
        hotkey="Enter"
        onPress={done}
        pending={acknowledging.pending}
        testId={`${testId}-ok`}
      >
        {say('found.ok')}
      </PressButton>
    </main>
  )
}
