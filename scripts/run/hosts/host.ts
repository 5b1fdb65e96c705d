import type { Browser, Page } from '@playwright/test'
import { silentLog } from '../../../main/base/clock-and-log.ts'
import type { PracticeAddress } from '../../../main/payment-service/practice/index.ts'
import { settingsStore } from '../../../main/shop/settings/index.ts'
import { openRegister } from '../../../main/storage/register/index.ts'
import type { Settings } from '../../../shared/shop/settings.ts'
import type { TillQuestion } from './many-tills.ts'

/** What the terminal runs in: the product's own Electron, the packaged app, or Node and a browser. */
export type HostKind = 'electron' | 'packaged' | 'browser'

export type HostOptions = {
  readonly executable: string
  /** Journals, settings and prints: all data of a terminal. */
  readonly dataFolder: string
  /** A practice service that already runs; with null the terminal starts its own. */
  readonly practice: PracticeAddress | null
  /** Starts with the first-run guide, as an unused terminal does. Without it the guide counts as done. */
  readonly newcomer?: boolean
  /** Lends a browser that outlives the host, for headless windows. Without it the host starts a browser of its own. */
  readonly browser?: () => Promise<Browser>
  /** Lends an Electron that outlives the host. Without it the host starts Electron as a shop does. */
  readonly lentElectron?: () => Promise<LentElectron>
  /** More command line arguments and environment variables for an Electron of its own, for example for the keyring. */
  readonly electron?: {
    readonly args?: readonly string[]
    readonly env?: Record<string, string>
    /** Starts the program as this user, not as the one who tests. */
    readonly user?: number
  }
}

/** A running terminal and its page, controlled by Playwright. */
export type Host = {
  readonly kind: 'electron' | 'browser'
  /** Changes to another page object after a crash. */
  readonly page: Page
  /** Resolves to the customer display's page when it is open. */
  readonly display: () => Promise<Page>
  /** Crashes only the cashier's page; resolves when a new page is there. */
  readonly crashPage: () => Promise<void>
  /** The cashier's page closes its own window; resolves when a new page is there. */
  readonly closePage: () => Promise<void>
  /** Ends the terminal in an orderly way, as a person does. */
  readonly close: () => Promise<void>
  /** Kills the terminal, like a power cut. */
  readonly kill: () => Promise<void>
}

/** An Electron that opens one till after the other. */
export type LentElectron = {
  readonly open: (question: TillQuestion) => Promise<Host>
  readonly running: () => boolean
  readonly kill: () => Promise<void>
}

/** The environment variables that the terminal reads in both hosts. */
export const terminalEnv = ({ dataFolder, practice }: HostOptions): Record<string, string> => ({
  TUGRIK_DATA: dataFolder,
  ...(practice === null ? {} : { TUGRIK_PRACTICE: JSON.stringify(practice) }),
})

/** Stores the settings that a till will start with, in its folder. A till must not be running there. */
export async function storeSettings(folder: string, settings: Settings): Promise<void> {
  const register = await openRegister({ folder, log: silentLog, now: Date.now })
  settingsStore(register, silentLog).write(settings)
  register.close()
}
