import { documentAsEscPos } from '../../main/paper/draw/index.ts'
import {
  type PrinterDriver,
  type PrinterProfile,
  type PrintOutcome,
  type PrintRequest,
  profileNamed,
  through,
} from '../../main/paper/print/index.ts'

/** Rows that are all different, so that a lost or doubled row is noticed. */
function stripes(rows: number) {
  const bits = new Uint8Array(48 * rows)
  for (let row = 0; row < rows; row += 1) {
    bits.fill(0xaa, row * 48, row * 48 + 40)
    bits.set([row & 0xff, row >> 8], row * 48 + 46)
  }
  return { width: 384, height: rows, bits }
}

/** A paper of so many rows, as bytes of that profile. */
export function printRequest(rows: number, profile: PrinterProfile = profileNamed('escpos')): PrintRequest {
  const raster = stripes(rows)
  return {
    jobId: 'job-1',
    name: 'K01-20261120-0147',
    raster,
    bytes: documentAsEscPos({ blocks: [{ kind: 'cut' }] }, { width: 58, raster, dialect: profile }),
    pdf: () => new Uint8Array(),
    html: () => '',
  }
}

/** Opens, prints and closes, as the queue does. */
export const printThrough = (driver: PrinterDriver, request: PrintRequest): Promise<PrintOutcome> =>
  through(
    driver,
    ({ print }) => print(request),
    (failure): PrintOutcome => ({ printed: false, failure }),
  )
