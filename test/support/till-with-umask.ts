/**
 * A script of its own, because a umask belongs to a whole process: a terminal that has the umask of the first argument
 * and the data folder of the second one writes every kind of file. The folder of the third one is for copies.
 */
import { openTill } from '../../scripts/run/hosts/till-in-node.ts'
import { FIRST_SETTINGS } from '../../shared/shop/settings.ts'

const [, , umask = '', folder = '', copies = ''] = process.argv
process.umask(Number.parseInt(umask, 8))
const settings = { ...FIRST_SETTINGS, copies: { ...FIRST_SETTINGS.copies, folder: copies } }
const { terminal, call: ask } = await openTill({ folder, settings })

await terminal.answer('openShift', { float: '' }) // it may be open since an earlier run
const { products } = await ask('searchGoods', { query: '', category: null, limit: 1 })
const { saleId } = await ask('addProduct', { code: products[0]?.code ?? '' })
await ask('takeTender', { saleId, received: '' })
await ask('saveReceipt', { saleId, format: 'pdf' })
await ask('exportShopFile', { devices: true, sealed: null })
await ask('exportGoods', { format: 'xlsx' })
await ask('exportGoods', { format: 'csv' })
await ask('backUpNow')
if (copies !== '') {
  await ask('saveSettings', { copies: { ...FIRST_SETTINGS.copies, folder: copies } })
  await ask('copyNow')
}
process.stdout.write('done')
process.kill(process.pid, 'SIGKILL') // so that the journal keeps its -wal
