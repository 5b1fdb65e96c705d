/** What is typed in a form while it is saved stays, and what somebody else saved meanwhile is asked about. */
import type { Locator, Page } from '@playwright/test'
import { choose, choosesFrom, field, option, press, railTo } from '../support/by-words.ts'
import { expect, test } from '../support/hosts.ts'
import { hire, NAMES } from '../support/people.ts'
import { openSettings, viewOf } from '../support/till-actions.ts'

type Form = {
  /** Opens the form and resolves to a field of it. */
  readonly open: (page: Page) => Promise<Locator>
  /** Two valid texts for the field, and what another person saves. */
  readonly texts: readonly [first: string, second: string, theirs: string]
  readonly stored: (page: Page) => Promise<unknown>
  /** Saves the third text as another till does; left out for something that nobody else can have yet. */
  readonly elsewhere?: (page: Page, text: string) => Promise<unknown>
}

const saveSettings = (page: Page, changed: object) =>
  page.evaluate((request) => window.pos.call('saveSettings', request), changed)

/** A field of the settings by its path. */
const setting = (path: string, texts: Form['texts'], open = openSettings): Form => {
  const [key = '', name = ''] = path.split('.')
  const isNumber = key === 'retention'
  return {
    open: async (page) => {
      await open(page)
      return page.getByTestId(`setting-${path}`)
    },
    texts,
    stored: async (page) => {
      const { [key]: value } = (await viewOf(page)).settings as unknown as Record<
        string,
        Record<string, unknown>
      >
      return String(value?.[name])
    },
    elsewhere: (page, text) => saveSettings(page, { [key]: { [name]: isNumber ? Number(text) : text } }),
  }
}

const person = async (page: Page, name: string) => {
  const listed = await page.evaluate(() => window.pos.call('listStaff'))
  return listed.ok ? listed.value.people.filter((one) => one.name.startsWith(name)) : []
}

const CODE = '4607001234562'

const priceOf = (code: (page: Page) => Promise<string>) => async (page: Page) => {
  const found = await page.evaluate((one) => window.pos.call('findGoods', { code: one }), await code(page))
  return found.ok ? String((found.value.row?.product.price ?? 0) / 100) : found
}

const openRules = async (page: Page) => {
  await railTo(page, 'goods').click()
  await choosesFrom(page, 'action.more', 'rules.open')
  await page.getByTestId('rule-add').click()
  return page.getByTestId('rule-age')
}

const codeInForm = (page: Page) => field(page, 'goods.field.code').inputValue()

const FORMS: Readonly<Record<string, Form>> = {
  'the settings': setting('shop.name', ['Дэнж', 'Дэнж салбар', 'Өөр нэр']),
  'the retention': setting('retention.logs', ['100', '101', '102']),
  'the updates': setting('updates.address', [
    'https://one.example.mn',
    'https://two.example.mn',
    'https://three.example.mn',
  ]),
  'the accounts': setting('accounts.kept', ['7001', '7002', '7003']),
  'the shop in the guide': setting('shop.name', ['Дэнж', 'Дэнж салбар', 'Өөр нэр'], async (page) => {
    const own = { taxpayerNumber: '37900846799', register: '6234599', branch: '002', districtCode: '2501' }
    await saveSettings(page, { shop: own, guide: { open: true, step: 'shop' } })
    await railTo(page, 'till').click()
  }),
  'a product': {
    open: async (page) => {
      await page.evaluate(() => window.pos.call('keepSample'))
      await railTo(page, 'goods').click()
      await page.getByTestId('goods-open').first().click()
      return field(page, 'goods.field.price')
    },
    texts: ['1700', '1710', '1720'],
    stored: priceOf(codeInForm),
    elsewhere: (page, price) =>
      page.evaluate(async (typed) => {
        const code = document.querySelector<HTMLInputElement>('[data-code] input')?.value ?? ''
        const found = await window.pos.call('findGoods', { code })
        const row = found.ok ? found.value.row : null
        if (row === null) throw new Error('no product')
        const { code: own, name, category, unit, taxKind, taxProductCode, classificationCode } = row.product
        const texts = { code: own, name, category, unit, taxKind, taxProductCode, classificationCode }
        const goods = { ...texts, price: typed, cityTax: 'no', codes: '' }
        return window.pos.call('saveGoods', { was: own, goods })
      }, price),
  },
  'a new product': {
    open: async (page) => {
      await page.evaluate(() => window.pos.call('keepSample'))
      await railTo(page, 'goods').click()
      await press(page, 'goods.add')
      const typed = { code: CODE, name: 'Шинэ', category: 'Шинэ', unit: 'ш' } as const
      for (const [name, text] of Object.entries({ ...typed, classificationCode: '2349010' }))
        await field(page, `goods.field.${name as keyof typeof typed}`).fill(text)
      return field(page, 'goods.field.price')
    },
    texts: ['1000', '10000', ''],
    stored: priceOf(async () => CODE),
  },
  'a new rule of sale': {
    open: openRules,
    texts: ['19', '18', '20'],
    stored: async (page) => (await viewOf(page)).settings.saleRules.map(({ age }) => String(age)).join(),
    elsewhere: async (page, age) => {
      const rules = (await viewOf(page)).settings.saleRules.map((rule) => ({ ...rule, age: Number(age) }))
      return saveSettings(page, { saleRules: rules })
    },
  },
  'a person': {
    open: async (page) => {
      await hire(page)
      await openSettings(page)
      await choose(page, 'settings.part.people')
      await page.getByTestId('staff-row').filter({ hasText: NAMES.cashier }).getByTestId('staff-edit').click()
      return field(page.getByTestId('person-form'), 'staff.name')
    },
    texts: [`${NAMES.cashier} А`, `${NAMES.cashier} Б`, `${NAMES.cashier} В`],
    stored: async (page) => (await person(page, NAMES.cashier)).map(({ name }) => name).join(),
    elsewhere: async (page, name) => {
      const [one] = await person(page, NAMES.cashier)
      if (one === undefined) throw new Error('no such person')
      const { id, role } = one
      return page.evaluate((typed) => window.pos.call('saveStaff', typed), { id, role, name, pin: null })
    },
  },
  'a new person': {
    open: async (page) => {
      await hire(page)
      await openSettings(page)
      await choose(page, 'settings.part.people')
      await press(page, 'staff.add')
      const form = page.getByTestId('person-form')
      await field(form, 'staff.pin.new').fill('6417')
      await field(form, 'staff.pin.again').fill('6417')
      return field(form, 'staff.name')
    },
    texts: ['Шинэ', 'Шинэ хүн', ''],
    stored: async (page) => (await person(page, 'Шинэ')).map(({ name }) => name).join(),
  },
}

const save = (entry: Locator) => entry.evaluate((input: HTMLInputElement) => input.form?.requestSubmit())

/** Types in the same task, so that the answer comes after it. */
const saveAndType = (entry: Locator, text: string) =>
  entry.evaluate((input: HTMLInputElement, typed) => {
    input.form?.requestSubmit()
    Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')?.set?.call(input, typed)
    input.dispatchEvent(new Event('input', { bubbles: true }))
  }, text)

for (const [name, { open, texts, stored, elsewhere }] of Object.entries(FORMS))
  test(`${name}: what is typed during a save stays, and the value of somebody else is asked about`, async ({
    page,
  }) => {
    const [first, second, theirs] = texts
    const entry = await open(page)
    await entry.fill(`${first} `)
    await saveAndType(entry, second)
    await expect.poll(() => stored(page)).toBe(first)
    await expect(entry).toHaveValue(second)
    await expect(page.locator('[data-meanwhile]')).toHaveCount(0)
    if (elsewhere !== undefined) {
      await elsewhere(page, theirs)
      const asked = page.locator('[data-meanwhile]')
      await expect(asked).toContainText(theirs)
      await save(entry)
      await expect(asked.getByRole('button').first()).toBeFocused()
      expect(await stored(page)).toBe(theirs)
      await press(asked, 'meanwhile.keep')
      await expect(asked).toHaveCount(0)
      await expect(entry).toHaveValue(second)
    }
    await save(entry)
    await expect.poll(() => stored(page)).toBe(second)
  })

test('a wrong hour of the updates that a choice has hidden does not stop a save', async ({ page }) => {
  await openSettings(page)
  const updates = page.getByTestId('updates')
  await page.getByTestId('setting-updates.hour').fill('25')
  await choose(updates, 'settings.updates.when.by-hand')
  await press(updates, 'updates.save')
  await expect(page.getByTestId('updates-saved')).toBeVisible()
  await choose(updates, 'settings.updates.when.at-hour')
  await press(updates, 'updates.save')
  await expect(page.getByTestId('setting-updates.hour')).toBeFocused()
  await expect(option(updates, 'settings.updates.when.at-hour')).toBeChecked()
})

test('the guide asks about a setting that somebody saved elsewhere after it was typed here', async ({
  page,
}) => {
  await saveSettings(page, { guide: { open: true, step: 'shop' } })
  await railTo(page, 'till').click()
  const name = page.getByTestId('setting-shop.name')
  await name.fill('Хуучин нэр')
  await expect.poll(async () => (await viewOf(page)).settings.guide.typed['shop.name']).toBe('Хуучин нэр')
  await saveSettings(page, { guide: { open: false } })
  const own = { name: 'Шинэ нэр', taxpayerNumber: '37900846799', register: '6234599' }
  await saveSettings(page, { shop: own })
  await saveSettings(page, { guide: { open: true } })
  await expect(name).toHaveValue('Хуучин нэр')
  await name.press('Enter')
  await expect(page.getByTestId('meanwhile')).toContainText('Шинэ нэр')
  await press(page, 'meanwhile.take')
  await name.press('Enter')
  await expect(page.getByTestId('first-run')).toHaveAttribute('data-step', 'sales')
  expect((await viewOf(page)).settings.shop.name).toBe('Шинэ нэр')
})
