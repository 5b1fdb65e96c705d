import type { Browser, Page } from '@playwright/test'
import type { PracticeAddress } from '../../main/practice/index.ts'

/** What the terminal runs in: the product's own, or Node and a browser. */
export type HostKind = 'electron' | 'browser'

export type HostOptions = {
  readonly executable: string
  /** Journals, settings, prints: all that a terminal keeps. */
  readonly dataFolder: string
  /** A practice service that runs already; null lets the terminal start its own. */
  readonly practice: PracticeAddress | null
  /** A terminal that nobody has used yet stands at its first-run guide; left out, the guide is over. */
  readonly newcomer?: boolean
  /** Lends a browser that outlives the host, for windows that nobody looks at; left out, the host starts one of its own. */
  readonly browser?: () => Promise<Browser>
  /** More of Electron's command line and surroundings: which keyring it uses, say. */
  readonly electron?: { readonly args: readonly string[]; readonly env: Record<string, string> }
}

/** A running terminal, with its page in the hands of Playwright. */
export type Host = {
  readonly kind: HostKind
  /** Another one after a crash. */
  readonly page: Page
  /** The customer display's page, as soon as it is open. */
  readonly display: () => Promise<Page>
  /** The cashier's page dies as of an error of its own, and nothing else; resolves when it is there again. */
  readonly crashPage: () => Promise<void>
  /** Ends as a person ends it: the terminal puts its things in order. */
  readonly close: () => Promise<void>
  /** Ends as a pulled plug does. */
  readonly kill: () => Promise<void>
}

/** What the terminal reads from its surroundings, in both hosts. */
export const terminalEnv = ({ dataFolder, practice }: HostOptions): Record<string, string> => ({
  TUGRIK_DATA: dataFolder,
  ...(practice === null ? {} : { TUGRIK_PRACTICE: JSON.stringify(practice) }),
})
