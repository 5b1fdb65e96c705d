import type { SaleView } from '../../shared/page/index.ts'
import { receiverChange } from '../../shared/sale/receiver-change.ts'
import type { Sale } from '../../shared/sale/sale.ts'
import { standingTerms, statusOf } from '../../shared/sale/status.ts'
import { ratesOf } from '../../shared/sale/taxes.ts'
import { totalsOf } from '../../shared/sale/totals.ts'
import type { Settings } from '../../shared/shop/settings.ts'
import type { ProjectionReaders } from '../storage/projections/index.ts'
import { neededApproval } from './approval.ts'
import { partsBefore } from './parking.ts'
import type { Runner } from './run/index.ts'
import { isUndoable } from './undo.ts'

export function saleView(
  sale: Sale,
  journal: Pick<ProjectionReaders, 'sales'>,
  runner: Pick<Runner, 'monitoring'>,
  settings: Settings,
): SaleView {
  const status = statusOf(sale)
  const events = status.name === 'open' ? [] : journal.sales.events(sale.id)
  return {
    sale,
    status,
    totals: totalsOf(sale.lines, ratesOf(standingTerms(sale), settings)),
    undoable: isUndoable(sale, journal.sales),
    receiverChange: receiverChange(sale, partsBefore(sale, journal.sales)),
    approval: neededApproval(sale, settings),
    monitoring: runner.monitoring(sale.id),
    invoicedAt: events.findLast(({ event }) => event.kind === 'invoice-created')?.at ?? null,
  }
}
