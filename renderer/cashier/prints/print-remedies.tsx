import type { PrintRemedy, WaitingPrint } from '../../../shared/printing.ts'
import { PressButton, TwoStepButton } from '../../kit/index.ts'
import { call } from '../call.ts'
import { type Say, useText } from '../text.ts'
import type { Command } from '../use-command.ts'

type PrintRemediesProps = {
  readonly print: WaitingPrint
  readonly settling: Command
  /** Remedies that the screen offers with buttons of its own. */
  readonly without?: readonly PrintRemedy[]
}

/** The remedies of a waiting or an unconfirmed print. What cannot be undone takes two presses. */
export function PrintRemedies({ print, settling, without = [] }: PrintRemediesProps) {
  const say = useText()
  const settle = (remedy: PrintRemedy) =>
    void settling.run(() => call('settlePrint', { id: print.id, remedy }))
  const unconfirmed = print.state === 'unconfirmed'
  return print.remedies
    .filter((remedy) => !without.includes(remedy))
    .map((remedy) => {
      const words = remedyWords(say, print, remedy)
      const testId = `print-${remedy}`
      if (remedy === 'came-out' || remedy === 'given-up')
        return (
          <TwoStepButton
            key={remedy}
            tone={remedy === 'came-out' ? 'plain' : 'danger'}
            sure={say(`prints.sure.${remedy}`)}
            onSure={() => settle(remedy)}
            pending={settling.pending}
            testId={testId}
          >
            {words}
          </TwoStepButton>
        )
      return (
        <PressButton
          key={remedy}
          tone={remedy === 'again' && !unconfirmed ? 'main' : 'plain'}
          onPress={() => settle(remedy)}
          pending={settling.pending}
          testId={testId}
        >
          {words}
        </PressButton>
      )
    })
}

function remedyWords(say: Say, { printer, state }: WaitingPrint, remedy: PrintRemedy): string {
  if (remedy === 'other-printer')
    return say(printer === 'main' ? 'prints.remedy.to-spare' : 'prints.remedy.to-main')
  if (remedy === 'again')
    return say(state === 'unconfirmed' ? 'prints.remedy.not-out' : 'prints.remedy.again')
  return say(`prints.remedy.${remedy}`)
}
