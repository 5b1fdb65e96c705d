/**
 * A script of its own, because a umask belongs to a whole process: a terminal that has the umask of the first argument
 * and the data folder of the second one writes every kind of file. The folder of the third one is for copies.
 */
import { machineClock, silentLog } from '../../main/base/environment.ts'
import { sessionVault } from '../../main/shop/settings/index.ts'
import type { CommandName, ReplyOf, RequestOf } from '../../main/till/commands/index.ts'
import { startTerminal } from '../../main/till/index.ts'
import { storeSettings } from '../../scripts/run/hosts/first-settings.ts'
import { FIRST_SETTINGS } from '../../shared/shop/settings.ts'

const [, , umask = '', folder = '', copies = ''] = process.argv
process.umask(Number.parseInt(umask, 8))
await storeSettings(folder, { ...FIRST_SETTINGS, copies: { ...FIRST_SETTINGS.copies, folder: copies } })
const terminal = await startTerminal({
  folder,
  practice: null,
  vault: sessionVault(),
  clock: machineClock,
  log: silentLog,
})

async function ask<Name extends CommandName>(name: Name, request?: RequestOf<Name>): Promise<ReplyOf<Name>> {
  const reply = await terminal.answer(name, request)
  if (!reply.ok) throw new Error(`${name}: ${reply.error.name} ${reply.error.detail ?? ''}`)
  return reply.value as ReplyOf<Name>
}

await terminal.answer('openShift', { float: '' }) // it may be open since an earlier run
const { products } = await ask('searchGoods', { query: '', category: null, limit: 1 })
const { saleId } = await ask('addProduct', { code: products[0]?.code ?? '' })
await ask('takeTender', { saleId, received: '' })
await ask('saveReceipt', { saleId, format: 'pdf' })
await ask('exportSettings')
await ask('exportGoods', { format: 'xlsx' })
await ask('exportGoods', { format: 'csv' })
await ask('backUpNow')
if (copies !== '') {
  await ask('saveSettings', { copies: { ...FIRST_SETTINGS.copies, folder: copies } })
  await ask('copyNow')
}
process.stdout.write('done')
process.kill(process.pid, 'SIGKILL') // so that the journal keeps its -wal
