import type { Failure } from '../../../shared/failure.ts'
import { Note, PressButton } from '../../kit/index.ts'
import { useText } from '../text.ts'

type TakenCodeProps = { readonly failure: Failure | null; readonly take: () => void }

/** Another till has the code. Whoever knows that it is gone takes its place. */
export function TakenCode({ failure, take }: TakenCodeProps) {
  const say = useText()
  if (failure?.name !== 'TERMINAL_CODE_TAKEN') return null
  return (
    <>
      <Note tone="warn" testId="code-taken">
        {say('settings.terminalCode.takeOver.words', { number: failure.detail ?? '' })}
      </Note>
      <PressButton onPress={take} testId="code-take-over">
        {say('settings.terminalCode.takeOver')}
      </PressButton>
    </>
  )
}
