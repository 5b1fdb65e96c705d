import { TextEntry } from '../../../kit/index.ts'
import { say } from '../../page/index.ts'
import { useSecret } from '../../page/use-secret.ts'

type NewPin = {
  readonly pin: string
  readonly again: string
  /** Whether the two differed when they were last compared. */
  readonly differs: boolean
}

const EMPTY: NewPin = { pin: '', again: '', differs: false }

/** A new PIN, typed twice. `onType` is called at each change. */
export function useNewPin(onType: () => void) {
  const [typed, setTyped] = useSecret(EMPTY)
  return {
    ...typed,
    type: (part: Partial<NewPin>) => {
      onType()
      setTyped({ ...typed, differs: false, ...part })
    },
    /** Returns whether both are equal, and shows when they are not. */
    compare: () => {
      setTyped({ ...typed, differs: typed.pin !== typed.again })
      return typed.pin === typed.again
    },
    clear: () => setTyped(EMPTY),
  }
}

type NewPinEntryProps = {
  readonly label: string
  readonly typed: ReturnType<typeof useNewPin>
  /** What is wrong with the PIN. */
  readonly error: string | null
}

export const NewPinEntry = ({ label, typed: { pin, again, differs, type }, error }: NewPinEntryProps) => (
  <>
    <TextEntry
      label={label}
      value={pin}
      onChange={(text) => type({ pin: text })}
      type="password"
      inputMode="numeric"
      hint={say('staff.pin.hint')}
      error={error}
      figures
    />
    <TextEntry
      label={say('staff.pin.again')}
      value={again}
      onChange={(text) => type({ again: text })}
      type="password"
      inputMode="numeric"
      error={differs ? say('staff.pin.differs') : null}
      figures
    />
  </>
)
