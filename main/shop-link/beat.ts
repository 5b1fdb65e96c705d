import type { LinkTask } from './link.ts'

export type BeatParts = {
  /** How this till is, for the page of all tills. */
  readonly status: () => object
  /** A callback for this invoice came to another till. */
  readonly hinted: (invoiceId: string) => void
}

const EVERY_MS = 10_000

/** Tells the shop database regularly that the till lives, and how it is. */
export const beatTask = ({ status, hinted }: BeatParts): LinkTask => ({
  name: 'beat',
  everyMs: EVERY_MS,
  followsShop: true,
  begin:
    ({ database, greeting, renew }) =>
    async () => {
      const said = await database.beat(status())
      for (const invoiceId of said.hints) hinted(invoiceId)
      // The server was set back under open connections.
      if (said.epoch !== greeting.epoch) renew()
    },
})
