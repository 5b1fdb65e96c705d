/** Accessibility: larger text, no motion, the system's own colours, touch targets, announcements. */
import type { Locator, Page } from '@playwright/test'
import { wear } from '../../scripts/run/hosts/page-actions.ts'
import { formatMoney } from '../../shared/money/money.ts'
import { TEXTS } from '../../shared/texts/index.ts'
import { button, field, press, railTo, search } from '../support/by-words.ts'
import { expect, test } from '../support/hosts.ts'
import { hire } from '../support/people.ts'
import {
  atFailingPrinter,
  charge,
  codesOf,
  ringUp,
  scan,
  takeTender,
  tell,
  typeAndTake,
  viewOf,
} from '../support/till-actions.ts'

const ROOMS = ['till', 'history', 'goods', 'books', 'attention', 'settings'] as const

/** Buttons whose text does not fit into them, or that reach out of the window. */
const cutButtons = (page: Page): Promise<readonly string[]> =>
  page.evaluate(() => {
    const inAStrip = (element: Element | null): boolean =>
      element !== null &&
      (/auto|scroll/.test(getComputedStyle(element).overflowX) || inAStrip(element.parentElement))
    return [...document.querySelectorAll<HTMLElement>('button')]
      .filter((button) => button.checkVisibility())
      .filter((button) => {
        const { left, right } = button.getBoundingClientRect()
        const out = left < 0 || right > innerWidth
        return button.scrollWidth > button.clientWidth + 2 || (out && !inAStrip(button))
      })
      .map((button) => `${button.dataset.testid ?? ''} ${button.textContent}`)
  })

/** Segmented controls whose options stand in more than one row. */
const wrappedChoices = (page: Page): Promise<readonly string[]> =>
  page.evaluate(() =>
    [...document.querySelectorAll('[role=radiogroup]')]
      .filter((group) => group.checkVisibility())
      .filter((group) => {
        const tops = [...group.querySelectorAll('label:has([type=radio])')].map((one) =>
          Math.round(one.getBoundingClientRect().top),
        )
        return new Set(tops).size > 1
      })
      .map((group) => group.textContent),
  )

/** Adds goods of this price to those of the shop and to the cart. */
async function addDear(page: Page, price: string, quantity: string): Promise<void> {
  await tell(page, 'keepSample')
  const goods = { category: 'Гэр ахуй', unit: 'ш', taxProductCode: '101', codes: '', cityTax: 'no' } as const
  const more = { classificationCode: '1234567', taxKind: 'vat', code: '90001', name: 'Тоос сорогч' } as const
  await tell(page, 'saveGoods', { was: null, goods: { ...goods, ...more, price } })
  await tell(page, 'addProduct', { code: '90001', quantity })
}

test('on small and low screens lines, prices and the total of the cart stay whole and in sight', async ({
  till,
  page,
}) => {
  for (const goods of ['сүү', 'талх', 'ундаа', 'цай', 'чихэр', 'гурил', 'будаа']) await ringUp(page, goods)
  const last = page.getByTestId('cart-line').last()

  await test.step('no line is cut in half below the header of the cart, after a change of the window, too', async () => {
    const cutLines = () =>
      page.evaluate(() => {
        const lines = [...document.querySelectorAll('[data-line]')]
        const top = lines[0]?.parentElement?.getBoundingClientRect().top ?? 0
        return lines
          .map((line) => line.getBoundingClientRect())
          .filter((box) => box.top < top - 1 && box.bottom > top + 1).length
      })
    for (const [width, height] of [
      [1024, 768],
      [1366, 768],
      [1366, 700],
      [1024, 768],
    ] as const) {
      await page.setViewportSize({ width, height })
      await expect.poll(cutLines, `${width} × ${height}`).toBe(0)
      await expect(last).toBeInViewport({ ratio: 1 })
    }
  })
  await test.step('on a small screen tiles show the whole unit', async () => {
    const cutPrices = await page.getByTestId('tile').evaluateAll((tiles) =>
      tiles
        .map((tile) => tile.lastElementChild?.firstElementChild)
        .filter((price) => price && price.scrollWidth > price.clientWidth)
        .map((price) => price?.textContent),
    )
    expect(cutPrices).toEqual([])
  })
  await test.step('the line that is being edited stays visible on a smaller screen', async () => {
    await page.setViewportSize({ width: 1366, height: 768 })
    await page.getByTestId('line-edit').first().click()
    await expect(field(page, 'cart.edit.quantity')).toBeFocused()
    await page.setViewportSize({ width: 1024, height: 768 })
    await expect(button(page, 'word.save')).toBeInViewport({ ratio: 1 })
    await expect(page.getByTestId('line-edit').first()).toBeInViewport({ ratio: 1 })
    await page.keyboard.press('Escape')
    await expect(page.getByTestId('line-editor')).toBeHidden()
  })
  await test.step('on a low screen, where the whole cart scrolls, a new line and the price of a piece are in sight', async () => {
    await page.setViewportSize({ width: 1093, height: 534 })
    await ringUp(page, 'тараг')
    const isCovered = () =>
      last.evaluate((line) => {
        const { left, right, top, bottom } = line.getBoundingClientRect()
        const over = document.elementFromPoint((left + right) / 2, (top + bottom) / 2)
        return !line.contains(over)
      })
    await expect.poll(isCovered).toBe(false)
    await addDear(page, '9999999', '9')
    const price = last.getByText('9,999,999 ₮')
    await expect(price).toBeVisible()
    expect(await price.evaluate((one) => one.scrollWidth <= one.clientWidth)).toBe(true)
  })
  await test.step('on a low screen the total is beside a refusal', async () => {
    for (const goods of ['архи', 'зоос']) await ringUp(page, goods)
    await till.practice.merchant({ active: false })
    await page.keyboard.press('F12')
    await expect(page.getByTestId('invoice-refused')).toBeVisible()
    const isTotalShown = () =>
      page.getByTestId('total').evaluate((total) => {
        const { left, right, top, bottom } = total.getBoundingClientRect()
        return [top + 2, bottom - 2].every((y) => document.elementFromPoint((left + right) / 2, y) === total)
      })
    await expect.poll(isTotalShown).toBe(true)
  })
})

test('a scan leaves the line that is being edited open and in sight, and the lines before it too once it closes', async ({
  page,
}) => {
  await page.setViewportSize({ width: 1024, height: 768 })
  const codes = await codesOf(page, 4)
  for (const code of codes.slice(0, 3)) await scan(page, code)
  const lines = page.getByTestId('cart-line')
  await expect(lines).toHaveCount(3)
  await page.keyboard.press('F2')
  await expect(page.getByTestId('line-editor')).toBeVisible()
  await scan(page, codes[3] ?? '')
  await expect(lines).toHaveCount(4)
  await expect(field(page, 'cart.edit.quantity')).toBeFocused()
  await expect(page.getByTestId('line-editor')).toBeInViewport({ ratio: 0.9 })
  await page.keyboard.press('Enter')
  await expect(page.getByTestId('line-editor')).toBeHidden()
  for (const place of [3, 2, 1]) await expect(lines.nth(place)).toBeInViewport({ ratio: 0.9 })
})

test('in a narrow cart the highest possible price does not wrap', async ({ page }) => {
  await addDear(page, '999999999', '1')
  const price = page.getByTestId('cart-line').getByText('999,999,999 ₮')
  const rows = (one: Element) => {
    const words = document.createRange()
    words.selectNodeContents(one)
    return new Set([...words.getClientRects()].map(({ top }) => Math.round(top))).size
  }
  for (const size of [
    { width: 1093, height: 534 },
    { width: 1200, height: 750 },
  ]) {
    await page.setViewportSize(size)
    await expect(price).toBeVisible()
    expect(await price.evaluate(rows)).toBe(1)
    const { x = 0, width = 0 } = (await price.boundingBox()) ?? {}
    const line = await page.getByTestId('cart-line').boundingBox()
    expect(x + width).toBeLessThanOrEqual((line?.x ?? 0) + (line?.width ?? 0))
  }
})

test('the buttons at the ends of a row leave as soon as the row fits without them', async ({ page }) => {
  await page.setViewportSize({ width: 480, height: 768 })
  await railTo(page, 'reports').click()
  const onward = page.getByTestId('row-onward').last()
  await expect(onward).toBeVisible()
  const missing = await onward.evaluate((button) => {
    const row = button.previousElementSibling
    return (row?.scrollWidth ?? 0) - (button.parentElement?.clientWidth ?? 0)
  })
  await page.setViewportSize({ width: 480 + missing + 4, height: 768 })
  await expect(page.getByTestId('row-onward')).toHaveCount(0)
})

/** The buttons that no press at their middle reaches, because they are out of the window or below something. */
const outOfReach = (within: Locator): Promise<readonly string[]> =>
  within.getByRole('button').evaluateAll((buttons) =>
    buttons
      .filter((button) => button.checkVisibility())
      .filter((button) => {
        const { left, right, top, bottom } = button.getBoundingClientRect()
        const [first, last] = [top + 2, bottom - 2].map((y) =>
          document.elementFromPoint((left + right) / 2, y)?.closest('button'),
        )
        return first !== button || last !== button
      })
      .map((button) => button.textContent),
  )

test('on a small screen every button of the paid screen is within reach while drawer and printer fail', async ({
  page,
}) => {
  await page.setViewportSize({ width: 1024, height: 768 })
  await atFailingPrinter(page)
  await ringUp(page, 'талх')
  await takeTender(page, '50000')
  await expect(page.getByTestId('drawer-shut')).toBeVisible()
  await expect(page.getByTestId('receipt-owed')).toBeVisible()
  for (const language of ['mn', 'en'] as const) {
    await wear(page, { language })
    expect.soft(await outOfReach(page.getByTestId('paid')), language).toEqual([])
  }
})

/** How many rows the controls of this row stand in. */
const rowsOf = (control: Locator): Promise<number> =>
  control.evaluate((one) => {
    const tops = [...(one.parentElement?.children ?? [])].map((each) => {
      const { top, height } = each.getBoundingClientRect()
      return Math.round((top + height / 2) / 12)
    })
    return new Set(tops).size
  })

test('on a small screen filters and buttons above a list or a report stand in one row', async ({ page }) => {
  await hire(page)
  await page.setViewportSize({ width: 1024, height: 768 })
  await ringUp(page, 'талх')
  await tell(page, 'openShift', { float: '0' }, crypto.randomUUID())
  await railTo(page, 'books').click()
  await press(page, 'books.start')
  await expect(page.getByTestId('books-result')).toBeVisible()
  await expect(page.getByTestId('books-start')).toBeVisible()
  for (const language of ['mn', 'en'] as const) {
    await wear(page, { language })
    await railTo(page, 'history').click()
    expect.soft(await rowsOf(page.getByTestId('history-standing')), `history ${language}`).toBe(1)
    await railTo(page, 'shift').click()
    expect.soft(await rowsOf(page.getByTestId('cash-in')), `shift ${language}`).toBe(1)
    await railTo(page, 'books').click()
    expect.soft(await rowsOf(page.getByTestId('books-start')), `books ${language}`).toBe(1)
  }
})

test('the receiver stands whole beside discount, undo and parking, however wide the screen is', async ({
  page,
}) => {
  await ringUp(page, 'талх')
  const receiver = page.getByTestId('receiver').locator('span')
  const isCut = () => receiver.evaluate(({ scrollWidth, clientWidth }) => scrollWidth > clientWidth)
  for (const language of ['mn', 'en'] as const)
    for (const textSize of [100, 125] as const) {
      await wear(page, { language, textSize })
      for (const width of [1024, 1093, 1181, 1200, 1366, 1920]) {
        const look = `${language}, ${textSize} %, ${width} px`
        await page.setViewportSize({ width, height: 768 })
        expect.soft(await isCut(), look).toBe(false)
      }
    }
})

test('with reduced motion no animation runs during a charge; in the system’s own colours the QR keeps its colours, and the focus has an outline', async ({
  page,
}) => {
  await page.emulateMedia({ reducedMotion: 'reduce', forcedColors: 'active' })
  // The till moves the focus to the search box after it has drawn, and would undo an earlier Tab.
  await expect(search(page)).toBeFocused()
  await page.keyboard.press('Tab')
  await expect(page.locator(':focus')).toHaveCSS('outline-style', 'solid')
  await ringUp(page, 'талх')
  await charge(page)
  const moving = await page.evaluate(() =>
    document
      .getAnimations()
      .map((one) => Number(one.effect?.getComputedTiming().endTime ?? 0))
      .filter((lasts) => lasts > 20),
  )
  expect(moving).toEqual([])
  const adjusted = await page
    .getByTestId('qr')
    .locator('svg')
    .first()
    .evaluate((svg) => getComputedStyle(svg).forcedColorAdjust)
  expect(adjusted).toBe('none')
})

/** Touch targets that are too small, with their size. An area that a pseudo-element adds counts. */
const smallTargets = (page: Page): Promise<readonly string[]> =>
  page.evaluate(() => {
    const reach = (element: HTMLElement): number => {
      const after = getComputedStyle(element, '::after')
      const more =
        after.content === 'none' ? 0 : -Number.parseFloat(after.top) - Number.parseFloat(after.bottom)
      return element.getBoundingClientRect().height + (Number.isFinite(more) ? Math.max(0, more) : 0)
    }
    // A line of the cart is a wide target in a row of 44 px; its steppers are not.
    const row = '[data-testid=line-edit], :has(> [data-testid=line-quantity])'
    // React Aria hides a date input of the browser behind each of its own.
    const pressed =
      'button, select, label:has([role=switch]), input:not([type=radio], [type=file], [type=date], [role=switch])'
    return [...document.querySelectorAll<HTMLElement>(pressed)]
      .filter((element) => element.checkVisibility() && element.getBoundingClientRect().width > 1)
      .filter((element) => reach(element) < (element.matches(row) ? 43.5 : 47.5))
      .map((element) => `${element.dataset.testid ?? element.textContent} ${Math.round(reach(element))} px`)
  })

test('on a small screen every touch target is at least 48 px high, and with large text no button’s text is cut off, no button reaches out of the window, and no choice wraps', async ({
  page,
}) => {
  test.slow() // lays out every room three times
  await page.setViewportSize({ width: 1024, height: 768 })
  await ringUp(page, 'талх')
  for (const textSize of [100, 150, 200] as const) {
    await wear(page, { textSize })
    for (const room of ROOMS) {
      await railTo(page, room).click()
      await expect(page.locator('main:visible')).toBeVisible()
      const place = `${room}, ${textSize} %`
      if (textSize === 100) expect.soft(await smallTargets(page), place).toEqual([])
      else {
        expect.soft(await cutButtons(page), place).toEqual([])
        expect.soft(await wrappedChoices(page), place).toEqual([])
      }
    }
  }
  await railTo(page, 'till').click()
  await charge(page)
  expect(await cutButtons(page), 'paying, 200 %').toEqual([])
  await wear(page, { textSize: 150 })
  expect(await cutButtons(page), 'paying, 150 %').toEqual([])
  await wear(page, { textSize: 100 })
  expect(await smallTargets(page), 'paying').toEqual([])
})

test('a product, an undo, the wait for a payment and the payment are announced with their words', async ({
  till,
  page,
}) => {
  const announced = page.getByTestId('announcement')
  await expect(announced).toHaveAttribute('aria-live', 'polite')
  await typeAndTake(page, 'талх')
  const [line] = (await viewOf(page)).counter?.sale.lines ?? []
  const name = line?.product.name ?? ''
  await expect(announced).toContainText(name)
  await press(page, 'word.undoLastChange')
  await expect(announced).toHaveText(`Үйлдлийг болилоо. ${name} сагснаас хасагдлаа.`)
  await typeAndTake(page, 'талх')
  const { invoiceId, total } = await charge(page)
  const state = page.getByTestId('paying-state')
  await expect(state).toHaveAttribute('role', 'status')
  await expect(state).toHaveText(TEXTS.mn['paying.awaiting'])
  await till.practice.pay({ invoice_id: invoiceId })
  await expect(announced).toContainText(formatMoney(total))
})
