import { randomUUID } from 'node:crypto'
import type { Money } from '../../shared/money/money.ts'
import type { PrinterSettings, Settings } from '../../shared/shop/settings.ts'
import type { Clock } from '../base/clock-and-log.ts'
import type { NewPrintJob, ProjectionReaders } from '../storage/projections/index.ts'
import type { SaleStore } from './run/index.ts'

/** Printers that may open a drawer. The folder of test mode takes the job, but opens nothing. */
const AT_A_DRAWER: readonly PrinterSettings['kind'][] = ['network', 'device', 'raw-queue', 'folder']

/** The job that opens the drawer, for the commit in which cash changes hands; none where the settings say so. */
export const drawerJobs = ({ drawer, printer }: Settings): NewPrintJob[] =>
  drawer.opens === 'cash' && AT_A_DRAWER.includes(printer.kind) ? [{ id: randomUUID(), kind: 'drawer' }] : []

/**
 * Call it before every commit that puts cash into the drawer or takes `out` from it. Returns the drawer's job. Refuses
 * where the shop sells only in shifts and none is open, and where the drawer should hold less than `out`.
 */
export type CashMoves = (out: Money) => NewPrintJob[]

/** What commands of the counter that take or give back money work with. */
export type MoneyParts = {
  readonly journal: Pick<ProjectionReaders, 'sales'>
  readonly store: SaleStore
  readonly clock: Clock
  readonly settings: () => Settings
  /** Refuses where money changes hands only in a shift and no shift is open. */
  readonly mayTakeMoney: () => void
  readonly cashMoves: CashMoves
}
