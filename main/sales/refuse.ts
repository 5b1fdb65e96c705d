import { CommandRefused, type FailureName } from '../../shared/failure.ts'
import type { Sale } from '../../shared/sale.ts'
import type { JournalReader } from '../store/index.ts'

export function refuse(name: FailureName): never {
  throw new CommandRefused(name)
}

export const saleNamed = (journal: Pick<JournalReader, 'sale'>, saleId: string): Sale =>
  journal.sale(saleId) ?? refuse('SALE_UNKNOWN')
