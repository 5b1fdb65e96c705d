import { join } from 'node:path'
import type { Mode } from '../../../shared/shop/mode.ts'
import type { Log } from '../../base/clock-and-log.ts'
import type { OwnEvents, ShopLink } from '../../many-tills/link/index.ts'
import { type Backups, eventsFile, journalOfEvents } from '../../storage/backup/index.ts'
import { named, removeDatabase } from '../../storage/sqlite/index.ts'

type Parts = {
  readonly link: Pick<ShopLink, 'ask'>
  readonly ownEvents: Pick<OwnEvents, 'fetch'>
  readonly backups: Pick<Backups, 'restoreFile'>
  /** An empty folder of this work alone. The caller removes it, and the next start after a kill: the files have all sales. */
  readonly place: string
  readonly mode: Mode
  readonly tag: string
  readonly log: Log
}

/**
 * Takes the events of this till that the shop database has and the journal lacks, as a restore of a backup does: after a
 * backup, as a merge that removes nothing. `added` is called for each slice of it.
 */
export async function fetchOwnEvents(parts: Parts, added: () => void) {
  const { link, ownEvents, backups, place, mode, tag, log } = parts
  const file = join(place, `journal-${mode}-own-events.sqlite`)
  const events = `${file}.told`
  const told = named(() => eventsFile(events))
  const merged = await link
    .ask((database) => ownEvents.fetch(database, (some) => named(() => told.take(some))))
    .finally(() => told.close())
  await journalOfEvents({ events, file, mode, tag }, log)
  removeDatabase(events)
  const report = await backups.restoreFile(file, added)
  if (report.unlike.length === report.conflicts) merged() // a person is told each by name
  return report
}
