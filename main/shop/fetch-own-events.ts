import { join } from 'node:path'
import type { Mode } from '../../shared/mode.ts'
import { type Backups, writeJournalOfEvents } from '../backup/index.ts'
import type { Log } from '../environment.ts'
import { saleModel } from '../sales/index.ts'
import type { OwnEvents, ShopLink } from '../shop-link/index.ts'
import { removeDatabase } from '../sqlite/index.ts'

type Parts = {
  readonly link: Pick<ShopLink, 'ask'>
  readonly ownEvents: Pick<OwnEvents, 'fetch'>
  readonly backups: Pick<Backups, 'restoreFile'>
  readonly folder: string
  readonly mode: Mode
  readonly tag: string
  readonly log: Log
}

/**
 * Takes the events of this till that the shop database has and the journal lacks, as a restore of a backup does: after a
 * backup, as a merge that removes nothing. `added` is called for each slice of it.
 */
export async function fetchOwnEvents(parts: Parts, added: () => void) {
  const { link, ownEvents, backups, folder, mode, tag, log } = parts
  const events = await link.ask(ownEvents.fetch)
  const file = join(folder, `journal-${mode}-own-events.sqlite`)
  try {
    writeJournalOfEvents(file, events, { mode, tag, model: saleModel, log })
    return await backups.restoreFile(file, added)
  } finally {
    removeDatabase(file)
  }
}
