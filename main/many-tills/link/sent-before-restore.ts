/**
 * Finds what this till sent about a sale before its journal was restored from an older backup
 * (docs/many-tills.md#returns-at-another-till).
 */
import { refuse } from '../../../shared/failure.ts'
import { replay } from '../../../shared/sale/apply.ts'
import type { Sale } from '../../../shared/sale/sale.ts'
import { saleInRow } from '../../sale/run/index.ts'
import { recordedEvent } from '../../storage/journal/index.ts'
import type { ProjectionReaders, StreamReader } from '../../storage/projections/index.ts'
import type { ShopDatabase } from '../server/index.ts'
import type { OwnEvents } from './own-events.ts'

export type SentBeforeRestoreParts = {
  readonly journal: Pick<ProjectionReaders, 'sales'> & { readonly streams: Pick<StreamReader, 'has'> }
  readonly ownEvents: Pick<OwnEvents, 'mayLack'>
}

/**
 * Returns the sale as built from its events in the shop database if this journal lacks some of them; otherwise nothing.
 * Refuses with SHOP_SALE_OWN while an owner can still fetch the missing events, because they belong in the books of this
 * till. They cannot be fetched any more once other events of the sale have their numbers here.
 */
export const sentBeforeRestore =
  ({ journal, ownEvents }: SentBeforeRestoreParts) =>
  async (database: ShopDatabase, saleId: string): Promise<readonly Sale[]> => {
    const sent = await database.saleEvents(saleId)
    const times = new Map(journal.sales.events(saleId).map(({ seq, at }) => [seq, at]))
    const wentOn = sent.some(({ seq, at }) => (times.get(seq) ?? at) !== at)
    if (!wentOn && sent.every(({ seq }) => journal.streams.has(saleId, seq))) return []
    if (!wentOn && ownEvents.mayLack()) refuse('SHOP_SALE_OWN')
    return [asSent(saleId, sent)]
  }

function asSent(saleId: string, sent: Awaited<ReturnType<ShopDatabase['saleEvents']>>): Sale {
  try {
    return saleInRow({ sale: replay(saleId, sent.map(recordedEvent)) })
  } catch {
    return refuse('SHOP_DATABASE_REFUSED')
  }
}
