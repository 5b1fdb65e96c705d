import { CommandRefused, type FailureName } from '../../shared/failure.ts'
import type { Sale } from '../../shared/sale.ts'
import type { SaleReader } from '../projections/index.ts'

export function refuse(name: FailureName): never {
  throw new CommandRefused(name)
}

export const saleNamed = (sales: Pick<SaleReader, 'byId'>, saleId: string): Sale =>
  sales.byId(saleId) ?? refuse('SALE_UNKNOWN')
