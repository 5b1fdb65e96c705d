import type { RequestOf } from '../../main/till/commands/index.ts'
import type { AttentionItem } from '../../shared/page/index.ts'
import type { Resolution } from '../../shared/sale/attention.ts'
import type { Till } from './terminal.ts'

type Typed = Partial<Pick<RequestOf<'settleAttention'>, 'kind' | 'received' | 'reference'>>

/** Resolves an attention item as it was shown. */
export async function decide(
  till: Pick<Till, 'ask'>,
  item: AttentionItem | undefined,
  resolution: Resolution,
  typed: Typed = {},
): Promise<void> {
  if (!item) throw new Error('nothing waits')
  const { saleId, cause, amount } = item
  await till.ask('settleAttention', { saleId, cause, amount, resolution, ...typed })
}
