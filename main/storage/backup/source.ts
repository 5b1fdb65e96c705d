/**
 * Opens another journal's file to take events from it. An older version is first migrated in a copy. Of a damaged file
 * the readable rows are put into a new file. So only migrations read old forms.
 */
import { dirname } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import type { Log } from '../../base/clock-and-log.ts'
import { copySync, isThere } from '../../base/files/held-files.ts'
import { makePrivateFolder } from '../../base/files/private-files.ts'
import { MIGRATIONS, migrate, ownVersionOf, takeCensus, upgradeCopy } from '../journal/index.ts'
import { rebuildProjections } from '../projections/index.ts'
import {
  attempt,
  closing,
  connect,
  distrust,
  emptyWal,
  makeWriter,
  removeDatabase,
  removeOrWarn,
  UNREADABLE,
  versionOf,
} from '../sqlite/index.ts'
import { salvage } from './salvage.ts'

export type Reading = {
  readonly log: Log
  /** A name for a temporary copy. */
  readonly copy: string
}

/** For a file without damage, such as a backup. Throws as `ownVersionOf` does for a file of another program. */
export function withJournalFile<Value>(
  file: string,
  reading: Reading,
  work: (source: DatabaseSync) => Value,
): Value {
  return closing(openSource(file), (source) => {
    if (ownVersionOf(source) === MIGRATIONS.length) return work(source)
    return onCopy(reading, () => {
      copyOfToday(file, source, reading)
      return closing(openSource(reading.copy), work)
    })
  })
}

/** Opens another journal's file for reading. */
export function openSource(file: string): DatabaseSync {
  const source = new DatabaseSync(file, { readOnly: true })
  distrust(source)
  return source
}

/** Makes a copy of a file of an older version, and migrates it. */
export function copyOfToday(file: string, source: DatabaseSync, { log, copy }: Reading): void {
  const before = takeCensus(source)
  makePrivateFolder(dirname(copy))
  copySync(file, copy)
  upgradeCopy(copy, before, { migrations: MIGRATIONS, rebuild: rebuildProjections, log })
}

export type Salvaged = {
  readonly damaged: DatabaseSync
  /** Sales and shifts whose row was computed from their events; later events may be lost. */
  readonly openEnded: readonly string[]
}

/** For a damaged file, which is not changed: `made` has its readable rows. Null where its version cannot be read. */
export function withDamagedFile<Value>(
  file: string,
  reading: Reading,
  work: (made: DatabaseSync, from: Salvaged) => Value,
): Value | null {
  const { log, copy } = reading
  const made = `${copy}.made`
  // Works on a copy, because SQLite changes a file that it opens.
  return onCopy(reading, () =>
    onCopy({ log, copy: made }, () => {
      copySync(file, copy)
      if (isThere(`${file}-wal`)) copySync(`${file}-wal`, `${copy}-wal`)
      return closing(new DatabaseSync(copy), (damaged) => {
        const version = attempt(() => versionOf(damaged))
        if (version === UNREADABLE || version === 0) return null
        const steps = MIGRATIONS.slice(0, ownVersionOf(damaged))
        return closing(connect(made), (target) => {
          makeWriter(target)
          migrate(target, steps, rebuildProjections, log)
          const openEnded = salvage(damaged, target)
          migrate(target, MIGRATIONS, rebuildProjections, log)
          emptyWal(target)
          return work(target, { damaged, openEnded })
        })
      })
    }),
  )
}

function onCopy<Value>({ log, copy }: Reading, work: () => Value): Value {
  makePrivateFolder(dirname(copy))
  removeDatabase(copy)
  try {
    return work()
  } finally {
    removeOrWarn(copy, log) // what was read counts all the same
  }
}
