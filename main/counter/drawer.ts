import { randomUUID } from 'node:crypto'
import type { Money } from '../../shared/money.ts'
import type { PrinterSettings, Settings } from '../../shared/settings.ts'
import type { NewPrintJob } from '../projections/index.ts'

/** Printers with a socket for the drawer's cable. The test printer's folder records the pulse. */
const AT_A_DRAWER: readonly PrinterSettings['kind'][] = ['network', 'device', 'folder']

/** The job that opens the drawer when cash changes hands, for the same commit; none where the settings say so. */
export const drawerJobs = ({ drawer, printer }: Settings): NewPrintJob[] =>
  drawer.opens === 'cash' && AT_A_DRAWER.includes(printer.kind) ? [{ id: randomUUID(), kind: 'drawer' }] : []

/**
 * Asked before every commit that moves cash in, or out of the drawer (`out`). Refuses where the shop sells only in
 * shifts and none is open, and where the drawer holds less by the books.
 */
export type CashMoves = (out: Money) => NewPrintJob[]
