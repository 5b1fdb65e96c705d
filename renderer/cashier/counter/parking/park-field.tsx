import { type FormEvent, useRef, useState } from 'react'
import { ButtonPair, PressButton, TextEntry, useHotkey } from '../../../kit/index.ts'
import { announce, call, say, useCommand } from '../../page/index.ts'
import { useScans } from '../../page/scanning/index.ts'
import { FailureNote } from '../../parts/failure-note.tsx'
import styles from './parking.module.css'

type ParkFieldProps = {
  readonly saleId: string
  /** Saves what was typed elsewhere on the till since the field opened. Resolves to false after a refusal. */
  readonly settled: () => Promise<boolean>
  readonly onClose: () => void
}

/** An optional name for the parked sale; Enter parks it. */
export function ParkField({ saleId, settled, onClose }: ParkFieldProps) {
  const parking = useCommand()
  const [label, setLabel] = useState('')
  const field = useRef<HTMLInputElement>(null)
  const park = async (event: FormEvent) => {
    event.preventDefault()
    if (!(await settled())) return
    const reply = await parking.run(() => call('parkSale', { saleId, label }))
    if (!reply?.ok) return
    announce(say('park.announce'))
    onClose()
  }
  useHotkey('Escape', onClose)
  // The product is added, and the focus stays here, so that Enter parks the cart.
  useScans((scan, pass) => {
    field.current?.focus()
    pass({ ...scan, field: field.current })
  })
  return (
    <form className={styles.field} onSubmit={(event) => void park(event)}>
      <TextEntry
        label={say('word.nameOptional')}
        hint={say('park.label.hint')}
        value={label}
        onChange={setLabel}
        inputRef={field}
        autoFocus
        testId="park-label"
      />
      <FailureNote failure={parking.failure} />
      <ButtonPair>
        <PressButton hotkey="Esc" onPress={onClose}>
          {say('word.back')}
        </PressButton>
        <PressButton submits tone="main" hotkey="Enter" pending={parking.pending}>
          {say('park')}
        </PressButton>
      </ButtonPair>
    </form>
  )
}
