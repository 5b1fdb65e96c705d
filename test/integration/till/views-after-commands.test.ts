/** After every answer, the last pushed view is what a fresh question gets. */
import { expect, test } from 'vitest'
import type { PageView } from '../../../shared/page/index.ts'
import { FIRST_SETTINGS } from '../../../shared/shop/settings.ts'
import { tillAtPractice } from '../../support/looks.ts'
import { hire, PINS } from '../../support/staff.ts'
import { temporaryFolder } from '../../support/temporary-folder.ts'
import { startTill } from '../../support/terminal.ts'

const PNG = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg=='

test('every answered command leaves the page with the view that a reload would show', async () => {
  const { till } = await tillAtPractice()
  let pushed: PageView | null = null
  till.terminal.onView((view) => {
    pushed = view
  })
  await till.ask('saveSettings', { theme: 'dark' })
  const stale: string[] = []
  const steady = (view: PageView | null) => view && JSON.parse(JSON.stringify({ ...view, connection: null }))
  const check = async (what: string) => {
    const fresh = steady(await till.ask('getView'))
    try {
      expect(steady(pushed)).toEqual(fresh)
    } catch (error) {
      stale.push(`${what}: ${(error as Error).message.slice(0, 400)}`)
    }
  }
  const run = async (name: string, request?: unknown) => {
    const reply = await till.reply(name, request)
    if (!reply.ok) stale.push(`${name} refused: ${reply.error.name} ${reply.error.detail}`)
    await check(name)
    return reply.ok ? reply.value : null
  }
  const crew = await hire(till)
  await check('hire')
  await run('lock')
  await run('signIn', { staffId: crew.cashier.id, pin: PINS.cashier })
  await run('changePin', { pin: PINS.cashier, newPin: '97531' })
  await run('lock')
  await run('saveSettings', { language: 'en' })
  await run('signIn', { staffId: crew.owner.id, pin: PINS.owner })
  await run('setStaffActive', { id: crew.manager.id, active: false })
  await run('saveStaff', { id: crew.owner.id, name: 'Other', role: 'owner', pin: null })
  await run('openShift', { float: '0' })
  await run('moveCash', { way: 'in', amount: '100', reason: 'x' })
  const { products } = await till.ask('searchGoods', { query: '', category: null, limit: 5 })
  const rung = (await run('addProduct', { code: products[0]?.code })) as { saleId: string; lineId: string }
  await run('changeLine', { saleId: rung.saleId, lineId: rung.lineId, quantity: '2' })
  await run('undo', { saleId: rung.saleId })
  await run('parkSale', { saleId: rung.saleId, label: '' })
  await run('resumeSale', { saleId: rung.saleId })
  await run('takeTender', { saleId: rung.saleId, received: '' })
  await till.until(rung.saleId, 'completed', 'fulfilling')
  await run('nextSale', { saleId: rung.saleId })
  await run('saveSettings', { ...FIRST_SETTINGS_PART, lockMinutes: 30 })
  await run('saveSettings', { copies: { folder: temporaryFolder(), everyHours: 4, keep: 3 } })
  await run('copyNow')
  await run('backUpNow')
  const [first] = (await till.ask('listBackups')) as unknown as readonly { name: string }[]
  await run('restoreBackup', { name: first?.name })
  await run('acknowledgeRecovered')
  await run('setLogo', { picture: PNG })
  expect(stale).toEqual([])
})

const { shop, tenders } = FIRST_SETTINGS
const FIRST_SETTINGS_PART = { shop: { ...shop, name: 'Other' }, tenders: { ...tenders, card: 'on' } }

test('the customer display gets a new logo at once, also in a shop without staff', async () => {
  const { till } = await tillAtPractice()
  const had = till.terminal.display()
  let shown: unknown = had
  till.terminal.onDisplay((view) => {
    shown = view
  })
  await till.ask('setLogo', { picture: PNG })
  expect(till.terminal.display()).not.toEqual(had)
  expect(shown).toEqual(till.terminal.display())
})

test('a customer display that loads while the shop is briefly closed shows the latest view, not an earlier sale', async () => {
  const { till } = await tillAtPractice()
  let shown: unknown = till.terminal.display()
  till.terminal.onDisplay((view) => {
    shown = view
  })
  await till.ask('addProduct', { code: '2002008008420' })
  const before = till.terminal.display()
  await till.ask('addProduct', { code: '2002008008420' })
  expect(shown).not.toEqual(before)
  await till.terminal.stop()
  expect(till.terminal.display()).toEqual(shown)
})

test('all who follow the page’s view get the same one, and the display’s is made only while it is wanted', async () => {
  const till = await startTill({ folder: temporaryFolder(), practice: null })
  const [first, second, displayed] = [new Set<unknown>(), new Set<unknown>(), new Set<unknown>()]
  let isOpen = false
  till.terminal.onView((view) => first.add(view))
  till.terminal.onView((view) => second.add(view))
  till.terminal.onDisplay(
    (view) => displayed.add(view),
    () => isOpen,
  )
  await till.ask('saveSettings', { theme: 'dark' })
  expect(displayed.size).toBe(0)
  isOpen = true
  await till.ask('saveSettings', { theme: 'light' })
  expect(first.size).toBeGreaterThanOrEqual(2)
  expect([...second].every((view) => first.has(view))).toBe(true)
  expect(displayed.size).toBeGreaterThan(0)
})
