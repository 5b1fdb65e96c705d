import { useCallback } from 'react'
import type { PrintResolution, WaitingPrint } from '../../../shared/shop/printing.ts'
import { PressButton, TwoStepButton } from '../../kit/index.ts'
import { type Command, call, say, useAsked } from '../page/index.ts'

type PrintResolutionsProps = {
  readonly print: WaitingPrint
  readonly settling: Command
  /** Resolutions that the screen offers with buttons of its own. */
  readonly without?: readonly PrintResolution[]
}

/** The resolutions of a waiting or an unconfirmed print. What cannot be undone takes two presses. */
export function PrintResolutions({ print, settling, without = [] }: PrintResolutionsProps) {
  const settle = (resolution: PrintResolution) =>
    void settling.run(() => call('settlePrint', { id: print.id, resolution }))
  const unconfirmed = print.state === 'unconfirmed'
  return print.resolutions
    .filter((resolution) => !without.includes(resolution))
    .map((resolution) => {
      const words = resolutionWords(print, resolution)
      const testId = `print-${resolution}`
      if (resolution === 'came-out' || resolution === 'given-up')
        return (
          <TwoStepButton
            key={resolution}
            tone={resolution === 'came-out' ? 'plain' : 'danger'}
            sure={say(`prints.sure.${resolution}`)}
            onSure={() => settle(resolution)}
            pending={settling.pending}
            testId={testId}
          >
            {words}
          </TwoStepButton>
        )
      return (
        <PressButton
          key={resolution}
          tone={resolution === 'again' && !unconfirmed ? 'main' : 'plain'}
          onPress={() => settle(resolution)}
          pending={settling.pending}
          testId={testId}
        >
          {words}
        </PressButton>
      )
    })
}

function resolutionWords({ printer, state }: WaitingPrint, resolution: PrintResolution): string {
  if (resolution === 'other-printer')
    return say(printer === 'main' ? 'prints.resolution.to-spare' : 'prints.resolution.to-main')
  if (resolution === 'again')
    return say(state === 'unconfirmed' ? 'prints.resolution.not-out' : 'prints.resolution.again')
  return say(`prints.resolution.${resolution}`)
}

/** The receipt print that this sale waits for; null if there is none. */
export function usePrintOf(saleId: string): WaitingPrint | null {
  const { value: prints } = useAsked(useCallback(() => call('listPrints'), []))
  return prints?.find((print) => print.saleId === saleId && isReceipt(print)) ?? null
}

/** Whether a sale waits for this print. Sales do not wait for copies. */
const isReceipt = ({ kind }: WaitingPrint): boolean => kind === 'sale' || kind === 'e-receipt'

type RetryReceiptProps = { readonly saleId: string; readonly retrying: Command }

/** Retries the receipt. The owner of the command shows its result. */
export const RetryReceipt = ({ saleId, retrying }: RetryReceiptProps) => (
  <PressButton
    onPress={() => void retrying.run(() => call('retryReceipt', { saleId }))}
    pending={retrying.pending}
  >
    {say('paid.retry')}
  </PressButton>
)
