/** What a session is opened with. */
import type { Product } from '../../../shared/shop/product.ts'
import type { Settings, TrialInvoice } from '../../../shared/shop/settings.ts'
import type { Cashier } from '../../../shared/shop/staff.ts'
import type { Clock, Log } from '../../base/clock-and-log.ts'
import type { Closing } from '../../base/closing.ts'
import type { LinkTask, MembershipStore } from '../../many-tills/link/index.ts'
import type { Raster, RasterRenderer } from '../../paper/draw/index.ts'
import type { SilentPrint } from '../../paper/print/index.ts'
import type { ServiceTimeouts, SystemNetwork } from '../../payment-service/client/index.ts'
import type { SaleStore } from '../../sale/run/index.ts'
import type { ShopContents } from '../../shop/files/index.ts'
import type { Journal } from '../../storage/store/index.ts'
import type { JournalPlace } from './journals.ts'

export type SessionParts = JournalPlace & {
  readonly service: {
    readonly baseUrl: string
    readonly username: string
    /** Null where no keyring kept the password over the restart, or does not give it now. */
    readonly password: string | null
    /** The password that a keyring keeps, where it may give it later; null where it keeps none. */
    readonly unlocked: (() => string | null) | null
    readonly invoiceCode: string
  }
  readonly timeouts: Partial<ServiceTimeouts>
  /** Certificates and proxy of the system; null outside Electron. */
  readonly network: SystemNetwork | null
  readonly settings: () => Settings
  readonly raster: RasterRenderer
  readonly logo: () => Raster | null
  /** The system's printers on Windows; null elsewhere. */
  readonly silentPrint: SilentPrint | null
  readonly callbackPath: () => string
  /** Invoices of trials of this merchant that are not known to be cancelled yet. */
  readonly trialInvoices: () => readonly TrialInvoice[]
  readonly trialEnded: (trial: TrialInvoice) => void
  /** A test page came out of the main printer. */
  readonly printerTested: () => void
  /** The person who is signed in. */
  readonly cashier: () => Cashier | null
  /** The shop's data outside the journal, for copies of the shop. */
  readonly contents: ShopContents
  /** The membership of this mode in a shop database. */
  readonly membership: MembershipStore
  /** Further tasks of the link, which need goods, people or settings. */
  readonly linkTasks: readonly LinkTask[]
  /** Of the program; null outside Electron. */
  readonly version: string | null
  /** Whether the product is one of the sample catalogue. */
  readonly isSample: (product: Product) => boolean
  /** The name of a product of the shop; null where it has none with this code. */
  readonly productName: (code: string) => string | null
}

/** What each part of a session works with. */
export type Common = {
  readonly journal: Journal
  readonly store: SaleStore
  readonly settings: () => Settings
  readonly clock: Clock
  readonly log: Log
  readonly closing: Closing
}
