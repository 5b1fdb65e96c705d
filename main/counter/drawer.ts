import { randomUUID } from 'node:crypto'
import type { Money } from '../../shared/money.ts'
import type { PrinterSettings, Settings } from '../../shared/settings.ts'
import type { NewPrintJob } from '../projections/index.ts'

/** Printers that have a socket for the drawer's cable; practice's folder writes the pulse down. */
const AT_A_DRAWER: readonly PrinterSettings['kind'][] = ['network', 'device', 'folder']

/** The pulse that opens the drawer where cash changes hands, in the same commit; none where it is not wanted. */
export const drawerJobs = ({ drawer, printer }: Settings): NewPrintJob[] =>
  drawer.opens === 'cash' && AT_A_DRAWER.includes(printer.kind) ? [{ id: randomUUID(), kind: 'drawer' }] : []

/**
 * Asked for by every commit of cash that comes in, or goes out of the drawer (`out`). Refuses where the shop sells in shifts alone
 * and none is open, and where there is not so much in the drawer by the books.
 */
export type CashMoves = (out: Money) => NewPrintJob[]
