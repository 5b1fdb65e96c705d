import { ButtonPair, PressButton } from '../../../kit/index.ts'
import { say } from '../../page/index.ts'
import { SHORTCUTS } from '../../page/shortcuts/index.ts'

type EntryButtonsProps = {
  readonly submitWords: string
  readonly pending?: boolean
  readonly onClose: () => void
}

/** Closes or submits an entry of the till. */
export const EntryButtons = ({ submitWords, pending = false, onClose }: EntryButtonsProps) => (
  <ButtonPair>
    <PressButton hotkey={SHORTCUTS.clear.shown} onPress={onClose}>
      {say('word.close')}
    </PressButton>
    <PressButton submits tone="main" hotkey={SHORTCUTS.add.shown} pending={pending}>
      {submitWords}
    </PressButton>
  </ButtonPair>
)
