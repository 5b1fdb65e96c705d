/**
 * Whatever a scanner sends, at whatever pace, wherever the focus is: a scan adds exactly its product or says why not, and changes
 * nothing else. Random scans at each place of the page, on a real page with a scanner's key times.
 */
import type { CDPSession, Locator, Page } from '@playwright/test'
import fc from 'fast-check'
import { wear } from '../../scripts/run/hosts/page-actions.ts'
import { barriers } from '../support/barriers.ts'
import { button, field, press, railTo, search } from '../support/by-words.ts'
import { fullRuns } from '../support/full-runs.ts'
import { expect, test } from '../support/hosts.ts'
import { hireAndHandOver, NAMES, PINS, typePin } from '../support/people.ts'
import { GROUP_SEPARATOR as GS, keysOf, strikeAll } from '../support/scanner-keys.ts'
import {
  addGoods,
  answerBy,
  nextCustomer,
  openSettings,
  takes,
  takeTender,
  tell,
} from '../support/till-actions.ts'

const EAN = '8656001234566'
const LONGEST = 'LOT-2026.11/0123456789-ABCDEFGHIJKLMNOPQRSTUVWXY'
const CODES = [EAN, '036000291452', 'AB-12', 'x.7/9_Z', '0417', '12-3456-789', 'QZ7', LONGEST] as const

/** What is scanned, and the code of the product that it adds; null for none. */
const SCANS: readonly (readonly [scanned: string, code: string | null])[] = [
  ...CODES.map((code) => [code, code] as const),
  ['ab-12', 'AB-12'],
  [`0${EAN}`, EAN],
  [`]E0${EAN}`, EAN],
  [`${EAN}05`, EAN],
  [`]C1010${EAN}1726123110AB-7`, EAN],
  [`]d2010${EAN}21X-9${GS}10B`, EAN],
  [`010${EAN}1726123110AB`, EAN],
  ['2002008008420', '2008'],
  // Unknown ones; the ends and beginnings of some are products.
  [`ZZ-${EAN}`, null],
  ['12-0417', null],
  ['0417-12', null],
  ['AB-1', null],
  ['865600123456', null],
  ['575', null],
  ['Meat', null],
  ['99999999', null],
  ['K01-261120-0147-X7F3', null],
]

const ENDS = ['\r', '\t', '\r\r', '\t\r', '\r\n'] as const

const anyScan = fc
  .record({
    scan: fc.constantFrom(...SCANS),
    end: fc.constantFrom<string>(...ENDS, ''),
    mean: fc.constantFrom(3, 8, 20, 35, 48),
    /** Of each gap, beside the mean. Bluetooth sends some keys at once, and then pauses. */
    uneven: fc.constantFrom<'even' | 'uneven' | 'in packets'>('even', 'uneven', 'in packets'),
    layout: fc.constantFrom<'us' | 'mn' | 'caps'>('us', 'mn', 'caps'),
    busyMs: fc.constantFrom(0, 0, 120),
  })
  .filter(({ scan: [text], end }) => end !== '' || text.length >= 8)

type AnyScan = typeof anyScan extends fc.Arbitrary<infer One> ? One : never

function gapsOf({ scan: [text], end, mean, uneven }: AnyScan): readonly number[] {
  const many = text.length + end.length
  return Array.from({ length: many }, (_, place) => {
    if (uneven === 'even') return mean
    if (uneven === 'uneven') return place % 2 === 0 ? mean * 0.4 : mean * 1.6
    return place % 4 === 0 ? Math.min(mean * 3.4, 150) : mean * 0.2
  })
}

const OTHER = { code: '3002', name: 'Дарс', category: 'Архи' } as const

const OUTCOMES = {
  added: 'add exactly their product',
  refused: 'are refused',
  waiting: 'wait for the answer',
}

type Place = {
  readonly name: string
  /** Leads there, from the till with a cart of one product, and types something. Returns what has the focus. */
  readonly open: (page: Page) => Promise<Locator>
  readonly outcome: keyof typeof OUTCOMES
  /** Whether persons sign in. */
  readonly staff?: true
  /** Leaves it. */
  readonly close?: (page: Page) => Promise<void>
}

const typed = async (at: Locator, text: string): Promise<Locator> => {
  await at.fill(text)
  return at
}
const edited = async (page: Page, key: string): Promise<void> => {
  await search(page).press(key)
  await expect(page.getByTestId('line-editor')).toBeVisible()
}

const PLACES: readonly Place[] = [
  { name: 'the search', outcome: 'added', open: (page) => Promise.resolve(search(page)) },
  {
    name: 'the cash form',
    outcome: 'added',
    open: async (page) => {
      await page.keyboard.press('F10')
      return typed(page.getByTestId('cash-received'), '')
    },
  },
  {
    name: 'the card form',
    outcome: 'added',
    open: async (page) => {
      await takes(page, { card: 'on' })
      await page.keyboard.press('F11')
      return typed(page.getByTestId('card-reference'), '12')
    },
  },
  {
    name: 'a quantity',
    outcome: 'added',
    open: async (page) => {
      await edited(page, 'F2')
      return typed(page.getByTestId('line-editor').getByRole('textbox').first(), '4')
    },
  },
  {
    name: 'a price',
    outcome: 'added',
    open: async (page) => {
      await edited(page, 'F2')
      return typed(page.getByTestId('line-price-input'), '7')
    },
  },
  {
    name: 'a discount',
    outcome: 'added',
    open: async (page) => {
      await page.keyboard.press('F4')
      return typed(field(page, 'cart.more.discount'), '5%')
    },
  },
  {
    name: 'a note',
    outcome: 'added',
    open: async (page) => {
      await page.keyboard.press('F4')
      return typed(field(page, 'cart.more.note'), 'утсаар')
    },
  },
  {
    name: 'the name of a parked cart',
    outcome: 'added',
    open: async (page) => {
      await page.keyboard.press('F8')
      return typed(field(page, 'word.nameOptional'), 'Бат')
    },
  },
  {
    name: 'a register number',
    outcome: 'added',
    open: async (page) => {
      await press(page, 'cart.receiver.individual')
      return typed(field(page, 'cart.receiver.register'), '123')
    },
  },
  {
    name: 'the shop’s name in the settings',
    outcome: 'refused',
    open: async (page) => {
      await openSettings(page)
      return typed(field(page, 'settings.shop.name'), 'Өглөө')
    },
  },
  {
    name: 'the form of a product',
    outcome: 'refused',
    open: async (page) => {
      await railTo(page, 'goods').click()
      await page.getByTestId('goods-add').click()
      await typed(field(page, 'goods.field.code'), '777')
      return typed(field(page, 'goods.field.name'), 'Шинэ')
    },
  },
  {
    name: 'a PIN',
    staff: true,
    outcome: 'refused',
    open: async (page) => {
      await page.keyboard.press('Control+l')
      return typed(page.getByTestId('pin'), '12')
    },
    close: async (page) => {
      await page.getByTestId('pin').fill('')
      await typePin(page, PINS.cashier)
      await expect(page.getByTestId('cart-line')).toHaveCount(1)
    },
  },
  {
    name: 'an approval',
    staff: true,
    outcome: 'refused',
    open: async (page) => {
      await edited(page, 'F2')
      await page.getByTestId('line-price-input').fill('1')
      await page.keyboard.press('Enter')
      await page.getByTestId('person-tile').filter({ hasText: NAMES.manager }).click()
      return typed(page.getByTestId('pin'), '34')
    },
  },
  {
    name: 'a question about the age',
    outcome: 'waiting',
    open: async (page) => {
      const { category } = OTHER
      const rule = { category, age: 21, hours: null, weekdays: [], monthDays: [], dates: [] }
      await tell(page, 'saveSettings', { saleRules: [rule] })
      await search(page).fill(OTHER.code)
      await page.keyboard.press('Enter')
      return page.getByTestId('rule-no')
    },
  },
  {
    name: 'a return',
    outcome: 'refused',
    open: async (page) => {
      await takeTender(page)
      await nextCustomer(page)
      await railTo(page, 'history').click()
      await page.getByTestId('sale-row').first().click()
      await press(page, 'return.open')
      const all = button(page, 'word.all')
      await all.focus()
      return all
    },
  },
]

/** Everything that a scan may not change, but for the lines. */
async function stateOf(page: Page) {
  const view = await tell(page, 'getView')
  const nothing: Readonly<Record<string, number>> = {}
  if (view.locked) return { lines: nothing, rest: null }
  const sale = view.counter?.sale
  return {
    lines: Object.fromEntries<number>(
      (sale?.lines ?? []).map(({ product, quantity }) => [product.code, quantity]),
    ),
    rest: {
      status: view.counter?.status,
      sale: sale && { id: sale.id, note: sale.note, discount: sale.discount, receiver: sale.receiver },
      parked: view.parked,
      shop: view.settings.shop,
      person: view.person?.name,
      goods: view.goods.count,
    },
  }
}

const GOODS = [
  ...CODES.map((code) => ({ code, name: `Бараа ${code}` })),
  { code: '2008', name: 'Meat', unit: 'кг' },
  { code: '3001', name: 'Талх' },
  OTHER,
]

async function scanAt(keys: CDPSession, one: AnyScan): Promise<void> {
  if (one.busyMs > 0)
    await keys.send('Runtime.evaluate', {
      expression: `setTimeout(() => { const end = performance.now() + ${one.busyMs}; while (performance.now() < end); })`,
    })
  await strikeAll(keys, `${one.scan[0]}${one.end}`, gapsOf(one), one.layout)
}

/** What the till says about a scan that added nothing. */
const said = (page: Page): Locator =>
  page
    .getByTestId('till-notice')
    .or(page.getByTestId('scan-refused'))
    .or(page.getByTestId('scan-kept-out'))
    .or(page.getByTestId('scans-wait'))
    .or(page.getByTestId('goods-scanned'))
    .or(page.getByTestId('goods-unsaved'))
    .or(page.getByTestId('return-scan'))

const scansFor = (place: string) =>
  fc.sample(anyScan, { numRuns: fullRuns(60), seed: place.length * 7 + place.charCodeAt(0) })

for (const { name, open, outcome, staff, close } of PLACES)
  test(`random scans in ${name} ${OUTCOMES[outcome]}, and change nothing else`, async ({ page }) => {
    await addGoods(page, GOODS)
    if (staff) await hireAndHandOver(page)
    await tell(page, 'addProduct', { code: '3001' })
    await expect(page.getByTestId('cart-line')).toHaveCount(1)
    const keys = await keysOf(page)
    const focused = await open(page)
    const valueNow = () => focused.evaluate((at) => (at as HTMLInputElement).value)
    const value = await valueNow()
    await expect(focused).toBeFocused()
    let before = await stateOf(page)
    for (const one of scansFor(name)) {
      const what = JSON.stringify(one)
      await scanAt(keys, one)
      const [, code] = one.scan
      if (outcome === 'added' && code !== null) {
        const many = one.scan[0] === '2002008008420' ? 842 : 1000
        const lines = { ...before.lines, [code]: (before.lines[code] ?? 0) + many }
        await expect.poll(async () => (await stateOf(page)).lines, what).toEqual(lines)
      } else await expect(said(page).first(), what).toBeVisible()
      const after = await stateOf(page)
      expect(after.rest, what).toEqual(before.rest)
      if (outcome !== 'added' || code === null) expect(after.lines, what).toEqual(before.lines)
      await expect.poll(valueNow, what).toBe(value)
      await expect(focused, what).toBeFocused()
      before = after
    }
    await close?.(page)
  })

test('what a person types quickly stays typed, also with the keys 00 and 000 and in pairs of keys', async ({
  page,
}) => {
  await addGoods(page, GOODS)
  await tell(page, 'addProduct', { code: '3001' })
  await expect(page.getByTestId('cart-line')).toHaveCount(1)
  const keys = await keysOf(page)
  await expect(search(page)).toBeFocused()
  await strikeAll(keys, '12-3456-789', [0, 20, 160, 25, 140, 150, 20, 170, 90, 80, 110], 'us')
  await expect(search(page)).toHaveValue('12-3456-789')
  await search(page).fill('')
  await page.keyboard.press('F10')
  await expect(page.getByTestId('cash-received')).toBeFocused()
  await strikeAll(keys, '2000000', [0, 90, 3, 3, 90, 3, 3], 'us')
  await expect(page.getByTestId('cash-received')).toHaveValue('2,000,000')
  await expect(page.getByTestId('cash-panel')).toBeVisible()
})

test('two products whose codes differ only in the case of letters are asked about, and the chosen one is sold', async ({
  page,
}) => {
  await addGoods(page, [
    { code: 'Cd-5', name: 'Цай хар' },
    { code: 'cD-5', name: 'Цай ногоон' },
  ])
  const keys = await keysOf(page)
  await expect(search(page)).toBeFocused()
  await strikeAll(keys, 'CD-5\r\r', Array(6).fill(8), 'us')
  await expect(page.getByTestId('rule')).toContainText('Цай хар')
  await expect(page.getByTestId('rule-no')).toBeFocused()
  for (const language of ['en', 'mn'] as const) {
    await wear(page, { language, theme: 'light' })
    expect(await barriers(page, 'all'), language).toEqual([])
  }
  await answerBy(page.getByTestId('rule-yes').filter({ hasText: 'Цай ногоон' }))
  await expect(page.getByTestId('cart-line')).toHaveCount(1)
  await expect(page.getByTestId('cart-line')).toContainText('Цай ногоон')
  await test.step('one that is tapped is not asked about', async () => {
    await search(page).fill('цай хар')
    await page.getByTestId('tile').filter({ hasText: 'Цай хар' }).click()
    await expect(page.getByTestId('cart-line')).toHaveCount(2)
    await expect(page.getByTestId('rule')).toHaveCount(0)
  })
})
