import { useState } from 'react'
import { PressButton } from '../../../kit/index.ts'
import { call, say, useCommand } from '../../page/index.ts'
import { FailureNote } from '../../parts/failure-note.tsx'
import styles from '../../parts/shift.module.css'

const PAPERS = {
  printX: { testId: 'print-x', words: 'shift.print.x', sent: 'shift.print.sent' },
  printZ: { testId: 'print-z', words: 'shift.print.z', sent: 'shift.print.sent' },
  printCount: { testId: 'print-count', words: 'shift.count.print', sent: 'shift.count.print.sent' },
} as const

type PrintButtonProps = { readonly command: keyof typeof PAPERS; readonly shiftId: string }

/** Prints a paper of a shift and reports that it is queued. The header reports printer failures. */
export function PrintButton({ command, shiftId }: PrintButtonProps) {
  const printing = useCommand()
  const [sent, setSent] = useState(false)
  const { testId, words, sent: sentWords } = PAPERS[command]
  const print = async () => {
    const reply = await printing.run(() => call(command, { shiftId }, crypto.randomUUID()))
    if (reply !== null) setSent(reply.ok)
  }
  return (
    <>
      <PressButton pending={printing.pending} onPress={() => void print()} testId={testId}>
        {say(words)}
      </PressButton>
      {sent ? (
        <p className={styles.sent} role="status">
          {say(sentWords)}
        </p>
      ) : null}
      <FailureNote failure={printing.failure} />
    </>
  )
}
