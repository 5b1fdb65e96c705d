import { useState } from 'react'
import { Note, PressButton } from '../../kit/index.ts'
import { call } from '../call.ts'
import { FailureNote } from '../failure-note.tsx'
import { useText } from '../text.ts'
import { useCommand } from '../use-command.ts'
import styles from './returns.module.css'

/** The slip of a return once more, as a copy. */
export function Slip({ saleId, returnId }: { readonly saleId: string; readonly returnId: string }) {
  const say = useText()
  const printing = useCommand()
  const [queued, setQueued] = useState(false)
  const print = async () => {
    const reply = await printing.run(() => call('printRefundSlip', { saleId, returnId }))
    if (reply !== null) setQueued(reply.ok)
  }
  return (
    <>
      <div className={styles.tools}>
        <PressButton onPress={() => void print()} pending={printing.pending} testId="return-slip">
          {say('return.slip')}
        </PressButton>
      </div>
      <FailureNote failure={printing.failure} />
      {queued ? <Note tone="good">{say('return.slip.queued')}</Note> : null}
    </>
  )
}
