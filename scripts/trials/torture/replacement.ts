/** A till burns down. Another one is set up under its code, sells, and only then gets the backup restored. */
import { copyFileSync, mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { type Counter, serveOne } from './customers.ts'

/** The folder of a terminal's backups. */
const BACKUPS = 'backups'

/** Replaces the till. The sales that the driver was answered before must be there after the restore. */
export async function replaceTill(counter: Counter): Promise<void> {
  const { cashier, till, notes, chance } = counter
  const backup = await cashier.look('backUpNow')
  if (!backup.ok) return cashier.surprised('unexplained', `no backup was made: ${backup.error.name}`)
  const { name } = backup.value
  const before = [...notes.sales].filter(([, note]) => note.till === till.code).map(([, note]) => note)
  const kept = join(till.folder(), BACKUPS, name)
  await till.replace()
  cashier.forget()
  const sold = 1 + chance.below(2)
  for (let sale = 0; sale < sold; sale += 1) await serveOne(counter)
  const report = await restored(counter, kept, name)
  if (!report.ok) return cashier.surprised('lost_sales', `the backup was not restored: ${report.error.name}`)
  if (report.value.conflicts > 0)
    cashier.surprised('lost_sales', `${report.value.conflicts} sales of the backup were not taken`)
  for (const note of before) note.restored = true
}

/** A power cut may remove the copy that was just made: then it is copied again. */
async function restored({ cashier, till }: Counter, kept: string, name: string) {
  for (let tries = 1; ; tries += 1) {
    mkdirSync(join(till.folder(), BACKUPS), { recursive: true })
    copyFileSync(kept, join(till.folder(), BACKUPS, name))
    const report = await cashier.look('restoreBackup', { name })
    if (report.ok || report.error.name !== 'NOT_FOUND' || tries === MOST_TRIES) return report
  }
}

const MOST_TRIES = 20
