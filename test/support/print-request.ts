import { documentAsEscPos } from '../../main/paper/draw/index.ts'
import {
  type PrinterDriver,
  type PrinterProfile,
  type PrinterStatus,
  type PrintOutcome,
  type PrintRequest,
  profileNamed,
  through,
} from '../../main/paper/print/index.ts'
import type { FailureName } from '../../shared/failure.ts'

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

/** Opens the drawer; null when the pulse was sent. */
export const drawerThrough = (driver: PrinterDriver) =>
  through(
    driver,
    ({ drawer }) => drawer(),
    (why) => why,
  )

export const statusThrough = (driver: PrinterDriver): Promise<PrinterStatus> =>
  through(
    driver,
    ({ status }) => status(),
    (failure): PrinterStatus => ({ ready: false, failure }),
  )

/** The result of a failed print. `begun` is given only if data may have reached the printer. */
export const failedPrint = (
  name: FailureName,
  detail: unknown = null,
  told: { readonly begun?: boolean } = {},
) => ({ printed: false, failure: { name, detail }, ...told })
