/** The basket beside the goods: how much of it is in sight, and which line the keys and buttons act on. */
import type { Page } from '@playwright/test'
import { wear } from '../../scripts/run/hosts/page-actions.ts'
import { button, field, search } from '../support/by-words.ts'
import { holdAnswer } from '../support/held-answer.ts'
import { expect, test } from '../support/hosts.ts'
import { addGoods, codeOf, codesOf, ringUp, takes, tell, viewOf } from '../support/till-actions.ts'

/** Lines that are in sight from edge to edge. */
const wholeLines = (page: Page): Promise<number> =>
  page.getByTestId('cart-line').evaluateAll((lines) => {
    const { top = 0, bottom = 0 } = lines[0]?.parentElement?.getBoundingClientRect() ?? {}
    return lines.filter((line) => {
      const edges = line.getBoundingClientRect()
      return edges.top >= top - 1 && edges.bottom <= bottom + 1
    }).length
  })

const GOODS = [
  'атар',
  'тараг 1 л',
  'гурил',
  'цай',
  'кекс',
  'тост',
  'багет',
  'пончик',
  'ундаа',
  'чихэр',
  'шоколад',
]

test('a screen of a shop shows nine lines, seven with an organisation and a discount, and six on the smallest screen', async ({
  page,
}) => {
  for (const words of GOODS) await ringUp(page, words)
  await expect(page.getByTestId('cart-line')).toHaveCount(GOODS.length)
  await expect(page.getByTestId('cart-line').last()).toBeInViewport({ ratio: 1 })
  expect(await wholeLines(page)).toBeGreaterThanOrEqual(9)
  await takes(page, { card: 'on', transfer: 'on' })
  await expect(button(page, 'tender.brief.card')).toBeVisible()
  expect(await wholeLines(page)).toBeGreaterThanOrEqual(9)
  await page.keyboard.press('F6')
  await field(page, 'cart.receiver.register').fill('6234567')
  await page.keyboard.press('Enter')
  await expect(page.getByTestId('receiver')).toContainText('6234567')
  await page.keyboard.press('F4')
  await page.keyboard.type('5%')
  await page.keyboard.press('Enter')
  await expect(page.getByTestId('sale-discount')).toBeVisible()
  await expect(search(page)).toBeFocused()
  expect(await wholeLines(page)).toBeGreaterThanOrEqual(7)
  await page.setViewportSize({ width: 1024, height: 768 })
  expect(await wholeLines(page)).toBeGreaterThanOrEqual(6)
})

test('with text of 200 % the smallest screen shows a line, the total and the payment buttons', async ({
  page,
}) => {
  await page.setViewportSize({ width: 1024, height: 768 })
  await wear(page, { textSize: 200 })
  for (const words of GOODS.slice(0, 4)) await ringUp(page, words)
  await expect(page.getByTestId('cart-line').last()).toBeInViewport({ ratio: 1 })
  await expect(page.getByTestId('total')).toBeInViewport({ ratio: 1 })
  await expect(page.getByTestId('charge')).toBeInViewport({ ratio: 1 })
})

test('only the chosen line has the buttons for one more and one less; a tap on the quantity of another line chooses it', async ({
  page,
}) => {
  for (const words of GOODS.slice(0, 3)) await ringUp(page, words)
  const more = button(page, 'word.oneMore')
  await expect(more).toHaveCount(1)
  await page.getByTestId('line-quantity').first().click()
  await expect(more).toHaveCount(1)
  await page.getByTestId('line-more').click()
  await expect(page.getByTestId('line-quantity')).toHaveText(['2', '1', '1'])
  await expect(search(page)).toBeFocused()
})

test('Enter on weighed goods asks for the weight and shows what it costs, unless a quantity was typed', async ({
  page,
}) => {
  await search(page).fill('үхрийн мах')
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('Enter')
  await expect(page.getByTestId('weight')).toBeFocused()
  await page.keyboard.type('1.64')
  await expect(page.getByTestId('weight-total')).toHaveText(/\d/)
  await page.keyboard.press('Enter')
  await expect(page.getByTestId('line-quantity')).toHaveText('1.64')
  await expect(search(page)).toHaveValue('')
  const [line] = (await viewOf(page)).counter?.sale.lines ?? []
  await search(page).fill(`2.5*${line?.product.code}`)
  await page.keyboard.press('Enter')
  await expect(page.getByTestId('line-quantity')).toHaveText(['1.64', '2.5'])
  await search(page).fill(`${line?.product.code}`)
  await page.keyboard.press('Enter')
  await expect(page.getByTestId('weight')).toBeFocused()
  await page.keyboard.press('Escape')
  await expect(page.getByTestId('line-quantity')).toHaveCount(2)
})

test('an arrow key and Enter before the results are shown take the first result, and none of the goods that are still shown', async ({
  page,
}) => {
  await expect(page.getByTestId('tile').first()).toBeVisible()
  const isHeld = await holdAnswer(page, '"products":[', '"products":[')
  await search(page).fill('тараг')
  await isHeld()
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('Enter')
  await expect(page.getByTestId('cart-line')).toContainText(/тараг/i)
})

test('a double tap on the quantity of another line chooses it and takes no piece away', async ({ page }) => {
  await tell(page, 'addProduct', { code: await codeOf(page, 'атар'), quantity: '3' })
  await ringUp(page, 'тараг')
  const {
    x = 0,
    y = 0,
    width = 0,
    height = 0,
  } = (await page.getByTestId('line-quantity').first().boundingBox()) ?? {}
  await page.mouse.dblclick(x + width / 2, y + height / 2)
  await page.getByTestId('line-more').click()
  await expect(page.getByTestId('line-quantity')).toHaveText(['4', '1'])
})

test('a typed number and F2 set the quantity of the open line, even after a click on the search box', async ({
  page,
}) => {
  await ringUp(page, 'атар')
  await ringUp(page, 'тараг')
  await page.getByTestId('line-edit').first().click()
  await expect(page.getByTestId('line-editor')).toBeVisible()
  await search(page).click()
  await page.keyboard.type('7', { delay: 100 })
  await page.keyboard.press('F2')
  await expect(page.getByTestId('line-quantity')).toHaveText(['7', '1'])
})

test('two codes that are typed and entered before the search has answered add two lines', async ({
  page,
}) => {
  const codes = await codesOf(page, 2)
  await holdAnswer(page, '"products":[', '"nothing that comes"')
  for (const code of codes) {
    await page.keyboard.type(code, { delay: 100 }) // faster keys are a scanner's
    await page.keyboard.press('Enter')
  }
  await expect(page.getByTestId('cart-line')).toHaveCount(2)
})

test('a typed code asks for the weight of weighed goods, sells the pack if it is a pack’s, and asks which product is meant if several have it', async ({
  page,
}) => {
  await addGoods(page, [
    { code: '75', name: 'Алим', unit: 'кг', codes: '7500*5=40000' },
    { code: 'Ab1', name: 'Гадил', unit: 'кг' },
    { code: 'aB1', name: 'Гоймон' },
  ])
  await search(page).fill('75')
  await page.keyboard.press('Enter')
  await expect(page.getByTestId('weight')).toBeFocused()
  await page.keyboard.press('Escape')
  await search(page).fill('7500')
  await page.keyboard.press('Enter')
  await expect.poll(async () => (await viewOf(page)).counter?.totals.total).toBe(4_000_000)
  await search(page).fill('Ab1')
  await page.keyboard.press('Enter')
  await expect(page.getByTestId('rule')).toBeVisible()
})
