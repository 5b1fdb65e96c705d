import { PressButton } from '../../kit/index.ts'
import { call } from '../page/call.ts'
import { useText } from '../page/text.ts'
import type { Command } from '../page/use-command.ts'

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
