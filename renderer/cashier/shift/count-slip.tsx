import { useState } from 'react'
import { PressButton } from '../../kit/index.ts'
import { call } from '../call.ts'
import { FailureNote } from '../failure-note.tsx'
import { useText } from '../text.ts'
import { useCommand } from '../use-command.ts'
import styles from './shift.module.css'

/** The count on paper, note by note, to go with the money. */
export function CountSlip({ shiftId }: { readonly shiftId: string }) {
  const say = useText()
  const printing = useCommand()
  const [sent, setSent] = useState(false)
  const print = async () => {
    const reply = await printing.run(() => call('printCount', { shiftId }, crypto.randomUUID()))
    if (reply !== null) setSent(reply.ok)
  }
  return (
    <>
      <PressButton pending={printing.pending} onPress={() => void print()} testId="print-count">
        {say('shift.count.print')}
      </PressButton>
      {sent ? (
        <p className={styles.sent} role="status">
          {say('shift.count.print.sent')}
        </p>
      ) : null}
      <FailureNote failure={printing.failure} />
    </>
  )
}
