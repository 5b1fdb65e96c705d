import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Page } from '@playwright/test'
import { typeDay } from '../../scripts/run/hosts/page-actions.ts'
import { formatMoney, money } from '../../shared/money/money.ts'
import { shopDay } from '../../shared/shop/shop-day.ts'
import type { Role } from '../../shared/shop/staff.ts'
import { TEXTS } from '../../shared/texts/index.ts'
import { button, choose, field, heading, option, part, press, railTo, search } from '../support/by-words.ts'
import { untilSeen } from '../support/dated-presses.ts'
import { expect, test } from '../support/hosts.ts'
import { hire, hireAndHandOver, NAMES, PINS, signIn, typePin } from '../support/people.ts'
import {
  answerBy,
  CYRILLIC,
  cashSale,
  charge,
  counterOf,
  nextCustomer,
  openSettings,
  ringUp,
  scan,
  statusOf,
  takeTender,
  tell,
  viewOf,
} from '../support/till-actions.ts'

/** A cashier overrides a price, which asks for an approval. */
async function askForAPrice(page: Page): Promise<void> {
  await ringUp(page, 'талх')
  await page.keyboard.press('F2')
  await field(page, 'cart.edit.price').fill('1500')
  await page.keyboard.press('Enter')
}

/** Takes a discount of 50 % off the sale, more than a cashier may give. */
async function askForAHalf(page: Page): Promise<void> {
  await ringUp(page, 'талх')
  await page.keyboard.press('F4')
  await expect(field(page, 'cart.more.discount')).toBeFocused()
  await page.keyboard.insertText('50%')
  await page.keyboard.press('Enter')
}

/** The status of the sale at the counter of a locked till. */
async function lockedSale(page: Page): Promise<string | null> {
  const view = await tell(page, 'getView')
  if (!view.locked) throw new Error('the till is not locked')
  return view.sale
}

/** Locks the till with the keyboard. */
async function lock(page: Page): Promise<void> {
  await page.keyboard.press('Control+l')
  await expect(page.getByTestId('pin')).toBeFocused()
}

test('the first person is added in the settings as owner, and the till then asks for sign-in', async ({
  till,
  page,
}) => {
  const form = page.getByTestId('person-form')
  await test.step('without staff the till is open to everybody and asks for no PIN', async () => {
    await expect(search(page)).toBeFocused()
    await expect(page.getByTestId('person')).toBeHidden()
    await page.keyboard.press('Control+l')
    await ringUp(page, 'талх')
    expect((await viewOf(page)).locked).toBe(false)
  })
  await openSettings(page)
  await choose(page, 'settings.part.people')
  await expect(page.getByTestId('staff-first')).toBeVisible()
  await test.step('a new PIN that is typed beside its field is not shown', async () => {
    await heading(page, 'settings.title').click()
    await page.keyboard.type(PINS.owner, { delay: 100 })
    await expect(page.getByTestId('typed-ahead')).toBeHidden()
  })
  await field(form, 'staff.name').fill('Болормаа')
  await field(form, 'staff.pin.new').fill('1234')
  await field(form, 'staff.pin.again').fill('1234')
  await page.keyboard.press('Enter')
  await expect(form).toContainText('дараалсан тоо')
  await field(form, 'staff.pin.new').fill(PINS.owner)
  await field(form, 'staff.pin.again').fill('2581')
  await page.keyboard.press('Enter')
  await expect(form).toContainText('Хоёр PIN өөр')
  await field(form, 'staff.pin.again').fill(PINS.owner)
  await page.keyboard.press('Enter')
  await expect(page.getByTestId('person')).toContainText('Болормаа')
  await press(page, 'staff.add')
  await field(form, 'staff.name').fill(NAMES.cashier)
  await field(form, 'staff.pin.new').fill(PINS.cashier)
  await field(form, 'staff.pin.again').fill(PINS.cashier)
  await page.keyboard.press('Enter')
  await expect(page.getByTestId('staff-row')).toHaveCount(2)
  await till.restart()
  await signIn(till.page, 'cashier')
  await expect(till.page.getByTestId('person')).toContainText(NAMES.cashier)
  expect(await till.page.content()).not.toContain(PINS.cashier)
})

test('a till that was locked by key hides the sale, and shows it unchanged after sign-in', async ({
  page,
}) => {
  await hire(page)
  await ringUp(page, 'талх')
  await page.keyboard.press('F2')
  await field(page, 'line.note').fill('хэрчсэн')
  await page.keyboard.press('Control+l')
  await expect(heading(page, 'people.locked.title')).toBeVisible()
  await expect(page.getByTestId('pin')).toBeFocused()
  await expect(page.getByTestId('cart-line')).toBeHidden()
  await page.keyboard.press('F12')
  expect(await lockedSale(page)).toBe('open')
  await typePin(page, PINS.owner)
  await expect(heading(page, 'people.locked.title')).toBeHidden()
  await expect(field(page, 'line.note')).toHaveValue('хэрчсэн')
  await expect(field(page, 'line.note')).toBeFocused()
  expect((await counterOf(page)).pieces).toBe(1000)
})

test('another person who is active signs in by name and PIN pad, and then the till view is shown', async ({
  page,
}) => {
  const { manager } = await hire(page)
  await tell(page, 'setStaffActive', { id: manager, active: false })
  await openSettings(page)
  await page.getByTestId('person').click()
  await expect(page.getByTestId('person-tile')).toHaveCount(2)
  await page.getByTestId('person-tile').filter({ hasText: NAMES.cashier }).click()
  for (const digit of PINS.cashier) await page.getByRole('button', { name: digit, exact: true }).click()
  await press(page, 'people.signIn')
  await expect(page.getByTestId('person')).toContainText(NAMES.cashier)
  await expect(search(page)).toBeFocused()
  await ringUp(page, 'талх')
  expect((await viewOf(page)).counter?.sale.cashier?.name).toBe(NAMES.cashier)
})

test('what was typed or opened stays after a lock, and is gone when another person signs in', async ({
  page,
}) => {
  await hire(page)
  const { number } = await cashSale(page)
  await nextCustomer(page)
  await openSettings(page)
  const name = await field(page, 'settings.shop.name').inputValue()
  await field(page, 'settings.shop.name').fill('Өөр дэлгүүр')
  await railTo(page, 'goods').click()
  await press(page, 'goods.add')
  await field(page.getByTestId('goods-form'), 'goods.field.name').fill('Хагас бичсэн')
  await railTo(page, 'history').click()
  await field(page, 'history.search').fill(number)
  await page.getByTestId('sale-row').click()
  await expect(page.getByTestId('sale-detail')).toBeVisible()
  await lock(page)
  await typePin(page, PINS.owner)
  await expect(heading(page, 'people.locked.title')).toBeHidden()
  await expect(field(page, 'history.search')).toHaveValue(number)
  await lock(page)
  await signIn(page, 'manager')
  await expect(search(page)).toBeFocused()
  await expect(page.getByTestId('announcement')).toHaveText('Тэмүүлэн нэвтэрлээ.')
  await railTo(page, 'history').click()
  await expect(field(page, 'history.search')).toHaveValue('')
  await expect(page.getByTestId('sale-row')).toBeVisible()
  await expect(page.getByTestId('sale-detail')).toHaveCount(0)
  await railTo(page, 'goods').click()
  await expect(heading(page, 'word.goods')).toBeVisible()
  await expect(page.getByTestId('goods-form')).toHaveCount(0)
  await openSettings(page)
  await expect(field(page, 'settings.shop.name')).toHaveValue(name)
  await expect(page.getByTestId('settings-unsaved')).toBeHidden()
})

test('a payment continues while the till is locked, and is shown on the lock screen', async ({
  till,
  page,
}) => {
  await hire(page)
  await ringUp(page, 'талх')
  const { saleId, invoiceId } = await charge(page)
  await page.keyboard.press('Control+l')
  await till.practice.pay({ invoice_id: invoiceId })
  await expect(page.getByTestId('lock-screen')).toContainText('төлөгдсөн')
  await typePin(page, PINS.owner)
  await expect(page.getByTestId('paid')).toBeVisible()
  expect((await statusOf(page, saleId)).name).not.toBe('awaiting-payment')
  await test.step('keys that were kept before a lock are no part of a PIN', async () => {
    await page.keyboard.type('3*')
    await expect(page.getByTestId('typed-ahead')).toContainText('3*')
    await tell(page, 'lock')
    await expect(page.getByTestId('pin')).toBeFocused()
    await expect(page.getByTestId('pin')).toHaveValue('')
    await page.keyboard.type(PINS.owner)
    await page.keyboard.press('Enter')
    await expect(page.getByTestId('person')).toContainText(NAMES.owner)
  })
})

test('a discount above the limit needs a manager and one up to it does not; after a refusal the typed text stays', async ({
  page,
}) => {
  await hireAndHandOver(page)
  await page.setViewportSize({ width: 1024, height: 768 })
  for (const goods of ['талх', 'сүү']) await ringUp(page, goods)
  const { total: others } = await counterOf(page)
  await ringUp(page, 'ундаа')
  const total = (await counterOf(page)).total - others
  await page.keyboard.press('F2')
  await press(page, 'line.discount.quick', { percent: '10 %' })
  await expect(page.getByTestId('line-off')).toBeVisible()
  await expect(page.getByTestId('line-editor')).toBeHidden()
  await page.keyboard.press('F2')
  await field(page, 'line.discount').fill('30%')
  await page.keyboard.press('Enter')
  await expect(page.getByTestId('approval-what')).toContainText('30%')
  await untilSeen(page)
  await page.keyboard.press('Escape')
  await expect(part(page, 'approval.title')).toBeHidden()
  await expect(field(page, 'line.discount')).toHaveValue('30%')
  await expect(field(page, 'line.discount')).toBeFocused()
  await expect(page.getByTestId('line-editor')).toContainText('эрх хүрэхгүй')
  expect((await counterOf(page)).total).toBe(others + total * 0.9)
  await test.step('on a small screen the line editor shows its error above its buttons', async () => {
    const words = page.getByTestId('line-editor').getByText('эрх хүрэхгүй')
    await expect(words).toBeVisible()
    const isCovered = () =>
      words.evaluate((one) => {
        const { left, right, top, bottom } = one.getBoundingClientRect()
        return [top + 2, bottom - 2].some((y) => {
          const shown = document.elementFromPoint((left + right) / 2, y)
          return shown === null || !(one.contains(shown) || shown.contains(one))
        })
      })
    await expect.poll(isCovered).toBe(false)
  })
  await page.keyboard.press('Enter')
  await typePin(page, PINS.owner)
  await expect(part(page, 'approval.title')).toBeHidden()
  await expect.poll(async () => (await counterOf(page)).total).toBe(others + total * 0.7)
})

test('goods that came under an approved discount are announced in the cart, and the charge asks for approval again', async ({
  page,
}) => {
  await hireAndHandOver(page)
  await askForAHalf(page)
  await test.step('while an approval is asked for, no key charges', async () => {
    await expect(page.getByTestId('pin')).toBeFocused()
    await page.keyboard.press('F12')
    expect((await viewOf(page)).counter?.status.name).toBe('open')
  })
  await typePin(page, PINS.owner)
  await expect(page.getByTestId('sale-discount')).toBeVisible()
  await expect(page.getByTestId('cart-approval')).toBeHidden()
  const { total } = await counterOf(page)
  await ringUp(page, 'талх')
  await expect(page.getByTestId('cart-approval')).toContainText('зөвшөөрөл хэрэгтэй')
  await page.keyboard.press('F12')
  await expect(page.getByTestId('approval-what')).toContainText(
    `зөвшөөрсөн нь ${formatMoney(money(total))} ₮`,
  )
  await typePin(page, PINS.owner)
  await expect(page.getByTestId('qr')).toBeVisible()
  await expect(page.getByTestId('person')).toContainText(NAMES.cashier)
})

test('wrong PINs cause a wait, and the owner signs in with the recovery code, once, and chooses a new PIN', async ({
  till,
  page,
}) => {
  const { owner } = await hire(page)
  await openSettings(page)
  await choose(page, 'settings.part.people')
  const recovery = part(page, 'recovery.title')
  await field(recovery, 'pin.old').fill(PINS.owner)
  await press(recovery, 'recovery.make')
  const code = (await page.getByTestId('recovery-code').textContent()) ?? ''
  expect(code).toMatch(/^\d{5}( \d{5}){4}$/)
  await press(recovery, 'recovery.written')
  await expect(page.getByTestId('recovery-code')).toBeHidden()
  await page.keyboard.press('Control+l')
  await typePin(page, '9631')
  await expect(page.getByTestId('pin-words')).toContainText('PIN код буруу')
  // Ten PINs were wrong already, so the next try has to wait for a quarter of an hour.
  await till.close()
  await writeFile(
    join(till.dataFolder, 'pin-attempts.json'),
    JSON.stringify({ [owner]: { wrong: 10, passed: 0 } }),
  )
  await till.restart()
  await test.step('the wait has a countdown, and a restart does not shorten it', async () => {
    await typePin(till.page, '9632')
    await expect(till.page.getByTestId('pin-words')).toContainText('секунд')
    await expect(button(till.page, 'people.signIn')).toBeDisabled()
    await till.restart()
    await typePin(till.page, PINS.owner)
    await expect(till.page.getByTestId('pin-words')).toContainText('Олон буруу PIN')
    await expect(button(till.page, 'people.signIn')).toBeDisabled()
    expect(await lockedSale(till.page)).toBeNull()
  })
  const again = till.page
  await press(again, 'recovery.use')
  await again.keyboard.insertText(code)
  await field(again, 'pin.new').fill('97531')
  await field(again, 'staff.pin.again').fill('97531')
  await again.keyboard.press('Enter')
  await expect(again.getByTestId('person')).toContainText(NAMES.owner)
  await again.keyboard.press('Control+l')
  await expect(button(again, 'recovery.use')).toBeHidden()
  await typePin(again, '97531')
  await expect(again.getByTestId('person')).toContainText(NAMES.owner)
})

test('a cashier finds their own PIN and the appearance in the settings, and nothing of the shop', async ({
  page,
}) => {
  await hireAndHandOver(page)
  await openSettings(page)
  await expect(page.getByTestId('settings-not-yours')).toBeVisible()
  await expect(part(page, 'settings.looks')).toBeVisible()
  await expect(button(page, 'word.save')).toBeHidden()
  for (const key of ['merchant.title', 'backup.here'] as const) await expect(part(page, key)).toBeHidden()
  for (const key of ['settings.part.people', 'settings.part.audit'] as const)
    await expect(option(page, key)).toBeHidden()
  const { shop } = (await viewOf(page)).settings
  await expect(tell(page, 'saveSettings', { shop: { ...shop, name: 'X' } })).rejects.toThrow('NOT_ALLOWED')
  await field(page, 'pin.old').fill(PINS.cashier)
  await field(page, 'pin.new').fill('9513')
  await field(page, 'staff.pin.again').fill('9513')
  await press(page, 'pin.save')
  await expect(part(page, 'pin.title')).toContainText('PIN солигдлоо')
  await page.keyboard.press('Control+l')
  await typePin(page, '9513')
  await expect(heading(page, 'people.locked.title')).toBeHidden()
})

test('a price is overridden with a manager’s PIN, and the activity log shows who did it and who approved it', async ({
  page,
}) => {
  await hireAndHandOver(page)
  await askForAPrice(page)
  await expect(part(page, 'approval.title')).toBeVisible()
  await expect(page.getByTestId('approval-what')).toContainText('Үнэ өөрчлөх')
  await expect(page.getByTestId('approval-what')).toContainText('1,500')
  await expect(page.getByTestId('person-tile')).toHaveCount(2)
  await page.getByTestId('person-tile').filter({ hasText: NAMES.manager }).click()
  await typePin(page, PINS.manager)
  await expect(part(page, 'approval.title')).toBeHidden()
  await expect(page.getByTestId('line-editor')).toBeHidden()
  expect((await counterOf(page)).total).toBe(150_000)
  await test.step('the cashier stays signed in', async () => {
    await expect(page.getByTestId('person')).toContainText(NAMES.cashier)
    await expect(search(page)).toBeFocused()
  })
  await takeTender(page)
  await expect(page.getByTestId('paid')).toBeVisible()
  await page.keyboard.press('Control+l')
  await signIn(page, 'owner')
  await expect(page.getByTestId('person')).toContainText(NAMES.owner)
  await tell(page, 'backUpNow')
  await openSettings(page)
  await choose(page, 'settings.part.audit')
  const row = page.locator('[data-testid=audit-row][data-action=changeLine]')
  await expect(row).toContainText(NAMES.cashier)
  await expect(row).toContainText(`Зөвшөөрсөн: ${NAMES.manager}`)
  await expect(row).toContainText('1500')
  const listed = (action: string, by: Role) =>
    expect(
      page
        .locator(`[data-testid=audit-row][data-action=${action}]`)
        .filter({ hasText: NAMES[by] })
        .filter({ hasText: TEXTS.mn[`audit.action.${action}` as keyof typeof TEXTS.mn] })
        .first(),
    ).toBeVisible()
  for (const action of ['saveStaff', 'lock', 'signIn', 'backUpNow']) await listed(action, 'owner')
  await listed('approve', 'manager')
  for (const action of ['signIn', 'changeLine', 'takeTender', 'lock']) await listed(action, 'cashier')
  const until = part(page, 'word.lastDay')
  await typeDay(until, '2020-01-01')
  await expect(page.getByTestId('audit')).toContainText(TEXTS.mn['audit.noneUntil'])
  await typeDay(until, shopDay(Date.now()))
  await press(row, 'word.saleNumbered')
  await expect(page.getByTestId('sale-detail')).toContainText(NAMES.cashier)
})

test('a PIN that is asked for after Enter has the keyboard, also beside a part that was hidden in the middle of a transition', async ({
  page,
}) => {
  await hireAndHandOver(page)
  const tell = (type: string) =>
    page.evaluate((name) => {
      document.body.dispatchEvent(new TransitionEvent(name, { bubbles: true, propertyName: 'color' }))
    }, type)
  await tell('transitionrun')
  await askForAPrice(page)
  await expect(page.getByTestId('pin')).toBeFocused()
  await tell('transitionend')
})

test('sign-in and approval are in English when the till is in English, and a PIN that is typed beside its field is neither shown nor searched', async ({
  page,
}) => {
  await press(page, 'language.switch')
  await expect(page.locator('html')).toHaveAttribute('lang', 'en')
  await hireAndHandOver(page)
  const names = new RegExp(Object.values(NAMES).join('|'), 'g')
  const words = async (id: string) => ((await page.getByTestId(id).textContent()) ?? '').replace(names, '')
  await askForAHalf(page)
  await expect(part(page, 'approval.title')).toBeVisible()
  expect(await words('approval')).not.toMatch(CYRILLIC)
  await expect(page.getByTestId('pin')).toBeFocused()
  await page.getByTestId('approval-what').click()
  await expect(page.getByTestId('pin')).not.toBeFocused()
  await page.keyboard.type(PINS.manager, { delay: 100 }) // as a person, slower than a scanner
  await expect(page.getByTestId('typed-ahead')).toBeHidden()
  await page.keyboard.press('Escape')
  await expect(page.getByTestId('approval')).toBeHidden()
  await expect(search(page)).toHaveValue('')
  await page.getByTestId('person').click()
  await expect(heading(page, 'people.locked.title')).toBeVisible()
  expect(await words('lock-screen')).not.toMatch(/(?!ТУР)[А-Яа-яӨөҮүЁё]{4,}/)
})

test('after the approval of a misc item the age is asked, and the item is sold', async ({ page }) => {
  const category = 'Бусад'
  const codes = { unit: 'ш', taxProductCode: '399', classificationCode: '9999999' }
  const rule = { category, age: 21, hours: null, weekdays: [], monthDays: [], dates: [] }
  await tell(page, 'saveSettings', { newGoods: { category, ...codes }, saleRules: [rule] })
  await hireAndHandOver(page)
  const approve = async () => {
    await page.getByTestId('person-tile').filter({ hasText: NAMES.manager }).click()
    await typePin(page, PINS.manager)
  }
  await page.getByTestId('misc-open').click()
  await page.getByTestId('misc-price').fill('5000')
  await page.keyboard.press('Enter')
  await approve()
  await answerBy(page.getByTestId('rule-yes'))
  await approve()
  await expect.poll(async () => (await counterOf(page)).total).toBe(500_000)
})

test('what a cashier sells alone under an unlisted code, the owner finds in the goods and adds with one press', async ({
  page,
}) => {
  const code = '8659999000014'
  const newGoods = { category: 'Бусад', unit: 'ш', taxProductCode: '399', classificationCode: '9999999' }
  await tell(page, 'saveSettings', { newGoods, miscLimit: 100_000 })
  await hireAndHandOver(page)
  await page.keyboard.type('2*')
  await scan(page, code)
  await page.getByTestId('unlisted-sell').click()
  await expect(page.getByTestId('misc-entry')).toContainText(code)
  await page.getByTestId('misc-price').fill('501')
  await page.keyboard.press('Enter')
  await test.step('above the limit a manager is asked', async () => {
    await expect(page.getByTestId('approval-what')).toContainText('501 × 2')
    await untilSeen(page)
    await page.keyboard.press('Escape')
    await expect(page.getByTestId('approval')).toBeHidden()
  })
  await page.getByTestId('misc-price').fill('500')
  await page.keyboard.press('Enter')
  await expect(page.getByTestId('cart-line')).toContainText(code)
  expect((await counterOf(page)).total).toBe(100_000)
  await takeTender(page)
  await nextCustomer(page)
  await lock(page)
  await signIn(page, 'owner')
  await railTo(page, 'goods').click()
  await page.getByTestId('unlisted-open').click()
  await expect(page.getByTestId('unlisted-code')).toContainText([code])
  await expect(page.getByTestId('unlisted-code')).toContainText(NAMES.cashier)
  await press(page, 'till.unknown.add')
  await expect(field(page, 'goods.field.code')).toHaveValue(code)
  await page.keyboard.insertText('Чацаргана')
  await page.keyboard.press('Enter')
  await expect(page.getByTestId('goods-saved')).toContainText('Чацаргана')
  await page.keyboard.press('Escape')
  await expect(page.getByTestId('unlisted-note')).toBeHidden()
})
