/** What a person has typed stays until it is saved, dropped with Escape, or another person signs in. */
import type { Locator, Page } from '@playwright/test'
import { machineClock, silentLog } from '../../main/base/clock-and-log.ts'
import { startPractice } from '../../main/payment-service/practice/index.ts'
import { EMPTY_GOODS } from '../../shared/shop/goods.ts'
import {
  button,
  choose,
  choosesFrom,
  field,
  heading,
  option,
  part,
  press,
  railTo,
  search,
  twoStep,
} from '../support/by-words.ts'
import { expect, test } from '../support/hosts.ts'
import { hire, NAMES, PINS, signIn, typePin } from '../support/people.ts'
import { keysOf, scanUnderMn } from '../support/scanner-keys.ts'
import {
  cashSale,
  closeShift,
  codeOf,
  counterOf,
  forNewGoods,
  inEnglish,
  nextCustomer,
  ringUp,
  scan,
  takeTender,
  tell,
  typeWeight,
  viewOf,
} from '../support/till-actions.ts'

const TYPED = 'Ганбатад өгсөн'

/** Each form with the key of its room. Opens it and resolves to the field to type into. */
const FORMS = {
  'the reason of cash out': [
    'Control+4',
    async (page: Page) => {
      await toShift(page)
      await page.keyboard.press('F7')
      await page.keyboard.type('5000')
      await page.keyboard.press('Enter')
      return field(page, 'shift.reason')
    },
  ],
  'the reason of a difference': [
    'Control+4',
    async (page: Page) => {
      await toShift(page)
      await page.keyboard.press('F4')
      await page.getByTestId('count-20000').fill('2')
      await page.keyboard.press('F10')
      return page.getByTestId('close-reason')
    },
  ],
  'the reason of a return': [
    'Control+2',
    async (page: Page) => {
      await ringUp(page, 'талх')
      await takeTender(page)
      await nextCustomer(page)
      await railTo(page, 'history').click()
      await page.getByTestId('sale-row').first().click()
      await press(page, 'return.open')
      await press(page, 'word.all')
      return field(page, 'return.reason')
    },
  ],
  'the name of a new person': [
    'Control+8',
    async (page: Page) => {
      await railTo(page, 'settings').click()
      await choose(page, 'settings.part.people')
      await press(page, 'staff.add')
      return field(page.getByTestId('person-form'), 'staff.name')
    },
  ],
  'the category for the goods of a file': [
    'Control+3',
    async (page: Page) => {
      const { id } = await tell(page, 'beginImport', { name: 'goods.csv', bytes: 29 })
      await tell(page, 'addImportPiece', { id, piece: btoa('code,name,price\n1,Bread,2500\n') })
      await railTo(page, 'goods').click()
      await page.getByTestId('goods-import').click()
      return page.getByTestId('import-default-category')
    },
  ],
} satisfies Record<string, readonly [key: string, open: (page: Page) => Promise<Locator>]>

async function toShift(page: Page): Promise<void> {
  await tell(page, 'openShift', { float: '50000' }, crypto.randomUUID())
  await railTo(page, 'shift').click()
  await expect(page.getByTestId('cash-out')).toBeVisible()
}

const lock = (page: Page): Promise<void> => page.keyboard.press('Control+l')

/** Of the same room only one form is open at a time. */
const TOGETHER: readonly (readonly (keyof typeof FORMS)[])[] = [
  [
    'the reason of a return',
    'the reason of cash out',
    'the name of a new person',
    'the category for the goods of a file',
  ],
  ['the reason of a difference'],
]

for (const names of TOGETHER)
  test(`${names.join(', ')} stays in its field until another person signs in`, async ({ page }) => {
    const code = await codeOf(page, 'талх')
    await hire(page)
    const forms: { what: string; key: string; typed: Locator }[] = []
    for (const what of names) {
      const [key, open] = FORMS[what]
      const typed = (await open(page)).filter({ visible: true }) // the other forms are hidden
      await typed.fill(TYPED)
      await scan(page, code)
      await expect(page.getByTestId(/^(scan-refused|return-scan)$/).filter({ visible: true })).toBeVisible()
      await expect(typed).toHaveValue(TYPED)
      await page.keyboard.press('Control+5')
      await expect(typed).toBeHidden()
      forms.push({ what, key, typed })
    }
    await inEnglish(page)
    await lock(page)
    await typePin(page, PINS.owner)
    await expect(page.getByTestId('lock-screen')).toBeHidden()
    for (const { what, key, typed } of forms) {
      await page.keyboard.press(key)
      await expect(typed, what).toHaveValue(TYPED)
      await expect(typed, what).toBeFocused()
    }
    await lock(page)
    await signIn(page, 'manager')
    await expect(search(page)).toBeFocused()
    expect((await counterOf(page)).lines).toBe(0)
    for (const { key } of forms) {
      await page.keyboard.press(key)
      await expect(search(page)).toBeHidden()
      expect(await page.locator(`input[value="${TYPED}"]`).count()).toBe(0)
    }
  })

test('saving changes only the settings that were typed, and shows those that changed while another room was open', async ({
  page,
}) => {
  await railTo(page, 'settings').click()
  await field(page, 'settings.shop.name').fill(TYPED)
  await field(page, 'accounts.cash').fill('1009')
  await railTo(page, 'till').click()
  const { accounts } = (await viewOf(page)).settings
  await tell(page, 'saveSettings', { cashRounding: '50', accounts: { ...accounts, kept: '7777' } })
  await railTo(page, 'settings').click()
  await expect(page.getByTestId('settings-unsaved')).toContainText(/: 1$/)
  await expect(field(page, 'accounts.kept')).toHaveValue('7777')
  await page.getByTestId('settings-save').click()
  await expect(page.getByTestId('settings-saved')).toBeVisible()
  await press(page, 'settings.accounts.save')
  await expect(page.getByTestId('accounts-saved')).toBeVisible()
  expect((await viewOf(page)).settings).toMatchObject({
    shop: { name: TYPED },
    cashRounding: '50',
    accounts: { cash: '1009', kept: '7777' },
  })
  await test.step('the settings show a merchant who was connected while another room was open', async () => {
    const service = await startPractice({ clock: machineClock, log: silentLog })
    try {
      const { url: baseUrl, username, password, invoice_code: invoiceCode } = service.address
      await railTo(page, 'settings').click()
      await expect(field(page, 'merchant.username')).toHaveValue('')
      await railTo(page, 'till').click()
      await tell(page, 'connectMerchant', { baseUrl, username, password, invoiceCode })
      await railTo(page, 'settings').click()
      await expect(field(page, 'merchant.username')).toHaveValue(username)
      await expect(field(page, 'merchant.invoiceCode')).toHaveValue(invoiceCode)
    } finally {
      await service.stop()
    }
  })
})

test('open rules of sale and an open form of a person follow changes that others made meanwhile', async ({
  page,
}) => {
  const { cashier } = await hire(page)
  await railTo(page, 'settings').click()
  await choose(page, 'settings.part.people')
  await page.getByTestId('staff-row').filter({ hasText: NAMES.cashier }).getByTestId('staff-edit').click()
  const form = page.getByTestId('person-form')
  await field(form, 'staff.name').fill(TYPED)
  await railTo(page, 'goods').click()
  await choosesFrom(page, 'action.more', 'rules.open')
  await expect(page.getByTestId('rules')).toBeVisible()
  await railTo(page, 'till').click()
  const rule = { category: 'Архи', age: 21, hours: null, weekdays: [], monthDays: [], dates: [] }
  await tell(page, 'saveStaff', { id: cashier, name: NAMES.cashier, role: 'manager', pin: null })
  await tell(page, 'saveSettings', { saleRules: [rule] })
  await railTo(page, 'goods').click()
  await expect(page.getByTestId('rule-age')).toHaveValue('21')
  await page.getByTestId('rule-age').fill('18')
  await page.getByTestId('rule-from').fill('22')
  const others = [
    { ...rule, age: 20, weekdays: [1] },
    { ...rule, category: 'Тамхи' },
  ]
  await tell(page, 'saveSettings', { saleRules: others })
  await expect(page.getByTestId('rules-meanwhile')).toContainText('“20”')
  await expect(page.getByTestId('rule-age').first()).toHaveValue('18')
  await page.getByTestId('goods-open').first().click()
  await expect(page.getByTestId('goods-unsaved')).toBeVisible()
  await page.getByTestId('rules-save').click()
  await expect(button(page, 'meanwhile.take')).toBeFocused()
  await press(page, 'meanwhile.keep')
  await page.getByTestId('rules-save').click()
  await expect(page.getByTestId('rules-saved')).toBeVisible()
  await expect(page.getByTestId('goods-unsaved')).toBeHidden()
  await expect(page.getByTestId('rules-meanwhile')).toHaveCount(0)
  expect((await viewOf(page)).settings.saleRules).toEqual([
    { ...rule, age: 18, weekdays: [1], hours: { from: '22:00', to: '00:00' } },
    { ...rule, category: 'Тамхи' },
  ])
  await railTo(page, 'settings').click()
  await expect(field(form, 'staff.name')).toHaveValue(TYPED)
  await expect(option(form, 'role.manager')).toBeChecked()
})

test('what is typed in a part of the settings stays while another part is open, and a recovery code and a PIN leave the page with their room', async ({
  page,
}) => {
  await hire(page)
  await railTo(page, 'settings').click()
  await test.step('what is typed in a part stays while another part is open', async () => {
    await field(page, 'merchant.username').fill('shop1')
    await choose(page, 'settings.part.people')
    await press(page, 'staff.add')
    await field(page.getByTestId('person-form'), 'staff.name').fill(TYPED)
    await choose(page, 'settings.part.general')
    await expect(field(page, 'merchant.username')).toHaveValue('shop1')
    await choose(page, 'settings.part.people')
    await expect(field(page.getByTestId('person-form'), 'staff.name')).toHaveValue(TYPED)
  })
  await choose(page, 'settings.part.people')
  const pin = field(part(page, 'recovery.title'), 'pin.old')
  const throughTheTill = async () => {
    await railTo(page, 'till').click()
    await expect(search(page)).toBeFocused()
    await railTo(page, 'settings').click()
    await choose(page, 'settings.part.people')
  }
  await pin.fill(PINS.owner)
  const newPin = field(page.getByTestId('person-form'), 'staff.pin.new')
  await newPin.fill('8642')
  await throughTheTill()
  await expect(pin).toHaveValue('')
  await expect(newPin).toHaveValue('')
  await pin.fill(PINS.owner)
  await press(page, 'recovery.make')
  await expect(page.getByTestId('recovery-code')).toBeVisible()
  await throughTheTill()
  await expect(pin).toBeVisible()
  await expect(page.getByTestId('recovery-code')).toHaveCount(0)
})

test('after another room was open, a button asks anew for its second press, and a finished count shows the difference after a sale', async ({
  page,
}) => {
  await toShift(page)
  await page.keyboard.press('F4')
  await page.getByTestId('count-20000').fill('2')
  await page.getByTestId('count-10000').fill('1')
  await page.keyboard.press('F10')
  await expect(button(page, 'shift.close.z')).toBeVisible()
  await expect(page.getByTestId('difference')).toContainText('50,000')
  await page.keyboard.press('F4')
  await expect(twoStep(page, 'shift.close.sure')).toBeVisible()
  await page.keyboard.press('Control+2')
  await expect(page.getByTestId('shift-close')).toBeHidden()
  await page.keyboard.press('Control+4')
  await expect(button(page, 'shift.close.z')).toBeVisible({ timeout: 3_000 }) // sooner than it would end by itself
  await page.keyboard.press('Control+1')
  await cashSale(page)
  await page.keyboard.press('Control+4')
  await expect(page.getByTestId('count-20000')).toHaveValue('2')
  await expect(page.getByTestId('difference')).toContainText('52,600')
})

test('a search, a weight, a quantity and a sum at the till stay while another room is open', async ({
  page,
}) => {
  const through = async () => {
    await page.keyboard.press('Control+2')
    await expect(page.getByTestId('cart')).toBeHidden()
    await page.keyboard.press('Control+1')
    await expect(page.getByTestId('cart')).toBeVisible()
  }
  await ringUp(page, 'атар')
  await typeWeight(page)
  await page.keyboard.press('F2')
  await field(page, 'cart.edit.quantity').fill('5')
  await through()
  await expect(field(page, 'cart.edit.quantity')).toBeFocused()
  await expect(field(page, 'cart.edit.quantity')).toHaveValue('5')
  await expect(page.getByTestId('weight')).toHaveValue('1.5')
  await page.keyboard.press('F10')
  await expect(page.getByTestId('line-quantity')).toHaveCount(0)
  await field(page, 'cash.received').fill('20000')
  await through()
  await expect(field(page, 'cash.received')).toBeFocused()
  await expect(field(page, 'cash.received')).toHaveValue('20,000')
  await page.keyboard.press('Escape')
  await expect(page.getByTestId('line-quantity')).toHaveText(['5', '1.5'])
  await search(page).fill('3*')
  await through()
  await expect(search(page)).toHaveValue('3*')
  await expect(search(page)).toBeFocused()
})

test('F3 adds a typed misc item before it closes its form, and keeps a name that lacks a price', async ({
  page,
}) => {
  await forNewGoods(page, {
    category: 'Бусад',
    unit: 'ш',
    taxProductCode: '399',
    classificationCode: '9999999',
  })
  await page.keyboard.press('F3')
  await field(page, 'word.nameOptional').fill('Уут')
  await page.keyboard.press('F3')
  await expect(page.getByTestId('misc-failure')).toBeVisible()
  await expect(field(page, 'word.nameOptional')).toHaveValue('Уут')
  await page.getByTestId('misc-price').fill('500')
  await page.keyboard.press('F3')
  await expect(page.getByTestId('misc-entry')).toBeHidden()
  await expect(page.getByTestId('cart-line')).toContainText('Уут')
  await page.keyboard.press('F3')
  await expect(page.getByTestId('misc-entry')).toBeVisible()
  await page.keyboard.press('F3')
  await expect(page.getByTestId('misc-entry')).toBeHidden()
  await expect(page.getByTestId('cart-line')).toHaveCount(1)
})

test('F3 makes no misc item of what stood in the search until a further key adds it, and F3 and F1 add a typed weight before they open', async ({
  page,
}) => {
  await search(page).fill('2008')
  await page.keyboard.press('F3')
  await expect(page.getByTestId('misc-price')).toHaveValue('2008')
  await page.keyboard.press('F3')
  await expect(page.getByTestId('misc-entry')).toBeHidden()
  await expect(search(page)).toHaveValue('2008')
  await typeWeight(page)
  await page.keyboard.press('F3')
  await expect(page.getByTestId('misc-price')).toHaveValue('')
  await expect(page.getByTestId('line-quantity')).toHaveText(['1.5'])
  await page.keyboard.press('F3')
  await expect(page.getByTestId('misc-entry')).toBeHidden()
  await test.step('F1 adds a typed weight before the shortcuts are shown', async () => {
    await typeWeight(page)
    await page.keyboard.press('F1')
    await expect(page.getByTestId('line-quantity')).toHaveText(['1.5', '1.5'])
    await expect(heading(page, 'shortcuts.title')).toBeVisible()
    await page.keyboard.press('Escape')
    await expect(heading(page, 'shortcuts.title')).toBeHidden()
  })
  await test.step('a late answer to a weight does not close a form that was opened meanwhile', async () => {
    await typeWeight(page)
    // In one task, so that no answer comes in between.
    await page.evaluate(async () => {
      const weight = document.querySelector<HTMLInputElement>('[data-testid=weight]')
      weight?.form?.requestSubmit()
      weight?.dispatchEvent(new KeyboardEvent('keydown', { code: 'Escape', key: 'Escape', bubbles: true }))
      for (let turn = 0; turn < 20; turn += 1) await null
      document.querySelector<HTMLElement>('[data-testid=tile]')?.click()
    })
    await expect(page.getByTestId('line-quantity')).toHaveText(['1.5', '1.5', '1.5'])
    await expect(page.getByTestId('weight')).toHaveValue('')
    await expect(page.getByTestId('weight')).toBeFocused()
  })
})

test('pressing other goods, Add, the rules of sale or “Add” at the till asks before it drops unsaved text of a product, until that is saved', async ({
  page,
}) => {
  await tell(page, 'keepSample')
  await railTo(page, 'goods').click()
  await press(page, 'goods.add')
  const name = field(page, 'goods.field.name')
  for (const open of [
    () => page.getByTestId('goods-open').first().click(),
    () => press(page, 'goods.add'),
    async () => {
      await railTo(page, 'till').click()
      await expect(search(page)).toBeFocused()
      await scan(page, '4006381333931')
      await press(page, 'till.unknown.add')
    },
    () => choosesFrom(page, 'action.more', 'rules.open'),
  ]) {
    await name.fill(TYPED)
    await open()
    await expect(page.getByTestId('goods-unsaved')).toBeVisible()
    await expect(name).toHaveValue(TYPED)
    await press(page, 'goods.form.unsaved.open')
    await expect(page.getByTestId('goods-unsaved')).toBeHidden()
    await expect(page.locator(`input[value="${TYPED}"]`)).toHaveCount(0)
  }
  await expect(page.getByTestId('rules')).toBeVisible()
  await test.step('saving ends the question, and what is typed meanwhile stays unsaved', async () => {
    await page.getByTestId('goods-open').first().click()
    await name.fill(TYPED)
    await page.getByTestId('goods-open').nth(1).click()
    await expect(page.getByTestId('goods-unsaved')).toBeVisible()
    await page.getByTestId('goods-save').click()
    await expect(page.getByTestId('goods-saved')).toBeVisible()
    await expect(page.getByTestId('goods-unsaved')).toBeHidden()
    await name.fill(`${TYPED} 1`)
    await name.focus()
    const { version } = (await viewOf(page)).goods
    // In one task, so that the answer comes after both.
    await page.evaluate(() => {
      document.querySelector<HTMLFormElement>('[data-testid=goods-form]')?.requestSubmit()
      document.execCommand('insertText', false, '2')
    })
    await expect(name).toHaveValue(`${TYPED} 12`)
    await expect.poll(async () => (await viewOf(page)).goods.version).not.toBe(version)
    await page.getByTestId('goods-open').nth(1).click()
    await expect(page.getByTestId('goods-unsaved')).toBeVisible()
    await expect(name).toHaveValue(`${TYPED} 12`)
  })
})

test('a kept form of a product leaves the list where it was, and saving changes only what was typed, after telling what somebody else changed there', async ({
  page,
}) => {
  await tell(page, 'keepSample')
  await railTo(page, 'goods').click()
  await page.getByTestId('goods-open').first().click()
  const code = await field(page, 'goods.field.code').inputValue()
  await field(page, 'goods.field.name').fill(TYPED)
  await field(page, 'goods.field.price').fill('1700')
  const elsewhere = { ...EMPTY_GOODS, code, name: 'Б', category: 'В', unit: 'хайрцаг', price: '1800' }
  const codes = { taxProductCode: '101', classificationCode: '1234567' }
  const save = { was: code, goods: { ...elsewhere, ...codes } }
  const list = page.getByTestId('goods-row').first().locator('xpath=../..')
  const scrolled = () => list.evaluate(({ scrollTop }) => scrollTop)
  await list.evaluate((pane) => pane.scrollTo({ top: 300 }))
  const place = await scrolled()
  expect(place).toBeGreaterThan(0)
  await railTo(page, 'till').click()
  await expect(search(page)).toBeFocused()
  await railTo(page, 'goods').click()
  await expect(field(page, 'goods.field.price')).toHaveValue('1700')
  expect(await scrolled()).toBe(place)
  await tell(page, 'saveGoods', save)
  await expect(field(page, 'goods.field.unit')).toHaveValue('хайрцаг')
  await expect(page.getByTestId('meanwhile')).toHaveText([/“Б”/, /“1800”/])
  await expect(field(page, 'goods.field.price')).toHaveValue('1700')
  for (let left = 2; left > 0; left -= 1) {
    await page.getByTestId('goods-save').click()
    await expect(page.getByTestId('meanwhile').first().getByRole('button').first()).toBeFocused()
    await page.getByTestId('meanwhile').first().getByRole('button').last().click()
  }
  await page.getByTestId('goods-save').click()
  await expect(page.getByTestId('goods-saved')).toBeVisible()
  await expect(page.getByTestId('meanwhile')).toHaveCount(0)
  // A product with a new code can be saved again.
  await field(page, 'goods.field.code').fill('77')
  await page.getByTestId('goods-save').click()
  await expect(page.getByTestId('goods-saved')).toBeVisible()
  await field(page, 'goods.field.name').fill(`${TYPED} 1`)
  await page.getByTestId('goods-save').click()
  await expect(page.getByTestId('goods-saved')).toBeVisible()
  expect(await tell(page, 'findGoods', { code: '77' })).toMatchObject({
    row: { product: { name: `${TYPED} 1`, unit: 'хайрцаг', price: 170_000 } },
  })
})

test('the notes of what somebody else changed in a product leave the form usable, and end with the value that a person takes over', async ({
  till: { page },
}) => {
  await page.setViewportSize({ width: 1093, height: 534 })
  await tell(page, 'keepSample')
  await railTo(page, 'goods').click()
  await page.getByTestId('goods-open').first().click()
  const code = await field(page, 'goods.field.code').inputValue()
  for (const key of ['name', 'category', 'unit'] as const) await field(page, `goods.field.${key}`).fill(TYPED)
  const price = field(page, 'goods.field.price')
  await price.fill('1700')
  const fields = { name: 'Б'.repeat(200), category: 'В', unit: 'хайрцаг' }
  const codes = { code, taxProductCode: '101', classificationCode: '1234567' }
  const save = (typed: string) =>
    tell(page, 'saveGoods', { was: code, goods: { ...EMPTY_GOODS, ...fields, ...codes, price: typed } })
  await save('1800')
  const notes = page.getByTestId('meanwhile')
  await expect(notes).toHaveCount(4)
  await expect(page.getByTestId('goods-save')).toBeInViewport({ ratio: 1 })
  await price.scrollIntoViewIfNeeded()
  await expect(price).toBeInViewport({ ratio: 1 })
  await press(notes.filter({ hasText: '“1800”' }), 'meanwhile.take')
  await expect(notes).toHaveCount(3)
  await save('1900')
  await expect(price).toHaveValue('1900')
  await expect(notes).toHaveCount(3)
})

test('what is typed for a shift, a person or a return stays while another shift, person or sale is open', async ({
  page,
}) => {
  await hire(page)
  const { number: older } = await cashSale(page)
  await nextCustomer(page)
  await cashSale(page)
  await toShift(page)
  await closeShift(page, 5_000_000)
  await toShift(page)
  await page.keyboard.press('F7')
  await page.keyboard.type('5000')
  await page.keyboard.press('Enter')
  await field(page, 'shift.reason').fill(TYPED)
  await page.getByTestId('shift-row').nth(1).click()
  await expect(page.getByTestId('shift-closed')).toBeVisible()
  await page.getByTestId('shift-row').first().click()
  await expect(field(page, 'shift.reason')).toHaveValue(TYPED)

  await railTo(page, 'settings').click()
  await choose(page, 'settings.part.people')
  const person = page.getByTestId('person-form')
  const editOf = (name: string) =>
    page.getByTestId('staff-row').filter({ hasText: name }).getByTestId('staff-edit')
  const edit = (name: string) => editOf(name).click()
  await edit(NAMES.cashier)
  await field(person, 'staff.name').fill(TYPED)
  await edit(NAMES.manager)
  await expect(field(person.filter({ visible: true }), 'staff.name')).toHaveValue(NAMES.manager)
  await press(person.filter({ visible: true }), 'word.cancel')
  await edit(NAMES.cashier)
  await expect(field(person, 'staff.name')).toHaveValue(TYPED)
  await expect(field(person, 'staff.name')).toBeFocused()
  const cancel = await button(person, 'word.cancel').elementHandle()
  const again = await editOf(NAMES.cashier).elementHandle()
  // React draws hidden parts in a later task.
  const inOneTask = async ([first, second]: (Element | null)[]): Promise<void> => {
    for (const pressed of [first, second]) {
      ;(pressed as HTMLElement).click()
      await null
      await null
    }
  }
  await page.evaluate(inOneTask, [cancel, again])
  await expect(field(person, 'staff.name')).toHaveValue(NAMES.cashier)

  await railTo(page, 'history').click()
  await page.getByTestId('sale-row').first().click()
  await press(page, 'return.open')
  await press(page, 'word.all')
  const reason = field(page, 'return.reason')
  await reason.fill(TYPED)
  await page.keyboard.press('Control+1')
  await scanUnderMn(await keysOf(page), older)
  await press(page, 'word.openSale')
  await expect(page.getByTestId('sale-detail')).toBeVisible()
  await page.getByTestId('sale-row').first().click()
  await expect(reason).toHaveValue(TYPED)
  await press(page, 'return.leave')
  await press(page, 'return.open')
  await expect(reason).toHaveValue('')
})
