import { type FormEvent, type KeyboardEvent, type RefObject, useEffect, useState } from 'react'
import type { Failure } from '../../../../shared/failure.ts'
import { LONGEST_PIN, SHORTEST_PIN } from '../../../../shared/shop/staff.ts'
import { Icon, Note, NumberPad, SubmitButton, TextEntry } from '../../../kit/index.ts'
import { failureText, say } from '../../page/index.ts'
import { useScans } from '../../page/scanning/index.ts'
import { sound } from '../../page/sounds/index.ts'
import styles from './people.module.css'

type PinEntryProps = {
  readonly label: string
  readonly submitWords: string
  /** Resolves to whether the PIN was right. A wrong PIN is cleared. */
  readonly onSubmit: (pin: string) => Promise<boolean>
  readonly failure: Failure | null
  readonly pending: boolean
  readonly disabled: boolean
  readonly inputRef: RefObject<HTMLInputElement | null>
  /** The arrow keys choose a person while the focus stays in the PIN. */
  readonly onStep: (by: 1 | -1) => void
}

/** Takes a PIN from the keyboard or by touch. Its digits are never shown. */
export function PinEntry(props: PinEntryProps) {
  const [pin, setPin] = useState('')
  const seconds = useWait(props.failure)
  const add = (digit: string) => setPin((now) => (now + digit).slice(0, LONGEST_PIN))
  const isReady = pin.length >= SHORTEST_PIN && !props.disabled && seconds === 0
  const submit = async (event: FormEvent) => {
    event.preventDefault()
    if (!isReady || props.pending) return
    setPin('')
    await props.onSubmit(pin)
  }
  const onKey = (event: KeyboardEvent) => {
    if (event.ctrlKey || event.altKey || event.metaKey) return
    if (event.code === 'ArrowDown') props.onStep(1)
    else if (event.code === 'ArrowUp') props.onStep(-1)
    else return
    event.preventDefault()
    event.stopPropagation()
  }
  return (
    <form className={styles.pin} onSubmit={(event) => void submit(event)}>
      <div onKeyDownCapture={onKey} role="presentation">
        <TextEntry
          label={props.label}
          value={pin}
          onChange={(text) => setPin(text.replace(/\D/g, '').slice(0, LONGEST_PIN))}
          type="password"
          inputMode="numeric"
          inputRef={props.inputRef}
          disabled={props.disabled}
          testId="pin"
          autoFocus
          figures
        />
      </div>
      <PinWords failure={props.failure} seconds={seconds} />
      <NumberPad
        label={say('people.pin.pad')}
        disabled={props.disabled}
        onType={add}
        corner={{ words: <Icon name="cross" />, label: say('people.pin.clear'), onPress: () => setPin('') }}
        back={{ label: say('people.pin.back'), onPress: () => setPin((now) => now.slice(0, -1)) }}
      />
      <SubmitButton pending={props.pending} disabled={!isReady && !props.pending}>
        {props.submitWords}
      </SubmitButton>
    </form>
  )
}

/** Always rendered, so that an error does not move the layout. */
const PinWords = ({ failure, seconds }: { readonly failure: Failure | null; readonly seconds: number }) => (
  <p className={styles.pinWords} role="alert" data-testid="pin-words">
    {failure === null ? null : (
      <>
        <Icon name="cross" size={18} />
        <span>
          {failureText(say, failure)} {seconds === 0 ? null : say('people.pin.wait', { seconds })}
        </span>
      </>
    )}
  </p>
)

/** Seconds until the next PIN attempt is allowed, counted down; 0 if it is allowed now. */
function useWait(failure: Failure | null): number {
  const [left, setLeft] = useState(0)
  useEffect(() => {
    const until = performance.now() + secondsOf(failure) * 1000
    const look = () => setLeft(Math.max(0, Math.ceil((until - performance.now()) / 1000)))
    look()
    const timer = setInterval(look, 250)
    return () => clearInterval(timer)
  }, [failure])
  return left
}

/** The detail of PIN_WRONG and PIN_HELD is the wait in seconds (shared/failure.ts). */
function secondsOf(failure: Failure | null): number {
  if (failure?.name !== 'PIN_WRONG' && failure?.name !== 'PIN_HELD') return 0
  return Math.max(0, Number(failure.detail ?? 0) || 0)
}

/** Takes every scan: no digit reaches the PIN, and no product is added. Returns whether there was one, for a message. */
export function useScansKeptOut(): boolean {
  const [shown, setShown] = useState(false)
  const keepOut = () => {
    sound('refused')
    setShown(true)
  }
  useScans(keepOut, { receipts: true })
  return shown
}

export const ScanKeptOut = ({ words }: { readonly words: string | false }) => (
  <Note tone="warn" testId="scan-kept-out">
    {words}
  </Note>
)
