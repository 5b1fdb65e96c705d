import { PressButton } from '../kit/index.ts'
import { call } from './call.ts'
import { useText } from './text.ts'
import type { Command } from './use-command.ts'

type RetryReceiptProps = { readonly saleId: string; readonly retrying: Command }

/** Retries the receipt. The owner of the command shows its result. */
export function RetryReceipt({ saleId, retrying }: RetryReceiptProps) {
  const say = useText()
  return (
    <PressButton
      onPress={() => void retrying.run(() => call('retryReceipt', { saleId }))}
      pending={retrying.pending}
    >
      {say('paid.retry')}
    </PressButton>
  )
}
