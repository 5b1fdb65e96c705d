/** How an owner maintains goods, and how they appear at the till. */
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Page } from '@playwright/test'
import {
  button,
  choose,
  choosesFrom,
  field,
  heading,
  option,
  press,
  railTo,
  search,
  twoStep,
} from '../support/by-words.ts'
import { untilSeen } from '../support/dated-presses.ts'
import { expect, test } from '../support/hosts.ts'
import { csvOf } from '../support/import-actions.ts'
import {
  answerBy,
  codesOf,
  counterOf,
  forNewGoods,
  pressTwice,
  ringUp,
  scan,
  tell,
  viewOf,
} from '../support/till-actions.ts'

const openGoods = async (page: Page): Promise<void> => {
  await railTo(page, 'goods').click()
  await expect(heading(page, 'word.goods')).toBeVisible()
}

/** Makes the sample the shop's own goods, so that it can be changed. */
const keepSample = async (page: Page): Promise<void> => {
  await pressTwice(twoStep(page, 'goods.sample.keep', 'goods.sample.keep.sure'))
  await expect(page.getByTestId('goods-count')).toBeVisible()
}

const openProduct = async (page: Page, query: string): Promise<void> => {
  await field(page, 'goods.search').fill(query)
  await field(page, 'goods.search').press('ArrowDown')
  await expect(page.getByTestId('goods-open').first()).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(page.getByTestId('goods-form')).toBeVisible()
}

/** Opens the product after the shop has kept the sample as its own goods. */
const openOwnProduct = async (page: Page, query: string): Promise<void> => {
  await openGoods(page)
  await keepSample(page)
  await openProduct(page, query)
}

const chooseFile = async (
  page: Page,
  key: 'import.choose' | 'word.choosePicture',
  name: string,
  buffer: Buffer,
): Promise<void> => {
  const chooser = page.waitForEvent('filechooser')
  await press(page, key)
  await (await chooser).setFiles({ name, mimeType: 'application/octet-stream', buffer })
}

const openImport = async (page: Page, name: string, buffer: Buffer): Promise<void> => {
  await openGoods(page)
  await press(page, 'goods.import')
  await chooseFile(page, 'import.choose', name, buffer)
  await expect(page.getByTestId('import-columns')).toBeVisible({ timeout: 90_000 })
}

/** Pastes or drops a picture at the name of a product, as a browser tells a page of it. */
const givePicture = async (page: Page, how: 'paste' | 'drop', picture: Buffer, text = ''): Promise<void> =>
  page.getByTestId('goods-name').evaluate(
    (at, [kind, bytes, words]) => {
      const data = new DataTransfer()
      if (words !== '') data.setData('text/plain', words)
      data.items.add(new File([Uint8Array.from(bytes)], 'a.png', { type: 'image/png' }))
      const told = { bubbles: true, cancelable: true }
      at.dispatchEvent(
        kind === 'paste'
          ? new ClipboardEvent('paste', { ...told, clipboardData: data })
          : new DragEvent('drop', { ...told, dataTransfer: data }),
      )
    },
    [how, [...picture], text] as const,
  )

/** A picture that the browser drew. */
const drawPicture = async (page: Page): Promise<Buffer> => {
  const base64 = await page.evaluate(() => {
    const canvas = document.createElement('canvas')
    canvas.width = canvas.height = 300
    const context = canvas.getContext('2d')
    if (context) context.fillStyle = '#c33'
    context?.fillRect(50, 50, 200, 200)
    return canvas.toDataURL('image/png').split(',')[1] ?? ''
  })
  return Buffer.from(base64, 'base64')
}

test.setTimeout(120_000)

test('an unknown barcode is offered as a new product, which is in the cart once it is saved', async ({
  page,
}) => {
  const [known = ''] = await codesOf(page, 1)
  await expect(search(page)).toBeFocused()
  await scan(page, '8659999000014')
  await expect(page.getByTestId('till-notice')).toBeVisible()
  await test.step('the next scan is rung up all the same', async () => {
    await scan(page, known)
    await expect(page.getByTestId('cart-line')).toHaveCount(1)
  })
  const { total } = await counterOf(page)
  await scan(page, '8659999000014')
  await press(page, 'till.unknown.add')
  await expect(field(page, 'goods.field.code')).toHaveValue('8659999000014')
  await expect(field(page, 'goods.field.name')).toBeFocused()
  await page.keyboard.insertText('Чацаргана 0.5 л')
  await field(page, 'goods.field.price').fill('4,500.5')
  await page.keyboard.press('Enter')
  await expect(page.getByTestId('goods-failure')).toContainText('Үнэ')
  await expect(field(page, 'goods.field.price')).toBeFocused()
  await field(page, 'goods.field.price').fill('4,500 ₮')
  await page.keyboard.press('Enter')
  await expect(search(page)).toBeFocused()
  expect(await counterOf(page)).toMatchObject({ pieces: 2000, total: total + 450_000 })
  await scan(page, '8659999000014')
  await expect.poll(async () => (await counterOf(page)).pieces).toBe(3000)
})

test('a scanned scale label adds the product with its weight; with an unknown product code it offers to add that product', async ({
  page,
}) => {
  await expect(search(page)).toBeFocused()
  await scan(page, '2002008008420')
  await expect.poll(async () => (await counterOf(page)).total).toBe(1_641_900) // 0.842 kg at 19,500 ₮
  await scan(page, '2000077015004')
  await expect(page.getByTestId('till-notice')).toContainText('77')
  await press(page, 'till.unknown.add')
  await expect(field(page, 'goods.field.code')).toHaveValue('77')
  await expect(field(page, 'goods.field.unit')).toHaveValue('кг')
  await field(page, 'goods.field.name').fill('Хонины мах')
  await field(page, 'goods.field.price').fill('20000')
  await page.keyboard.press('Enter')
  await expect(search(page)).toBeFocused()
  expect((await counterOf(page)).total).toBe(1_641_900 + 3_000_000) // 1.5 kg at 20,000 ₮
})

test('a product’s price and kind of VAT are changed in its form, and a hidden product is not sold until it is shown again', async ({
  page,
}) => {
  await openOwnProduct(page, 'талх атар')
  const code = await field(page, 'goods.field.code').inputValue()
  await test.step('a changed price is saved with Enter, and the next sale has it', async () => {
    await field(page, 'goods.field.price').fill('2 900')
    await page.keyboard.press('Enter')
    await expect(page.getByTestId('goods-saved')).toBeVisible()
    await page.keyboard.press('Escape')
    await expect(field(page, 'goods.search')).toBeFocused()
    await railTo(page, 'till').click()
    await ringUp(page, 'талх атар')
    expect((await counterOf(page)).total).toBe(290_000)
  })
  await test.step('the list shows the kind of VAT unless it is VAT at 10%', async () => {
    await openGoods(page)
    await openProduct(page, 'талх атар')
    const row = page.getByTestId('goods-row').first()
    await expect(row.getByTestId('goods-tax')).toHaveCount(0)
    await choose(page, 'goods.taxKind.exempt')
    await press(page, 'word.save')
    await expect(page.getByTestId('goods-saved')).toBeVisible()
    await expect(row.getByTestId('goods-tax')).toHaveText('НӨАТ чөлөөлөлт')
    await page.reload()
    await openGoods(page)
    await openProduct(page, 'талх атар')
    await expect(option(page, 'goods.taxKind.exempt')).toBeChecked()
  })
  await test.step('a hidden product is not sold, and can be shown again', async () => {
    await pressTwice(twoStep(page, 'goods.form.hide', 'goods.form.hide.sure'))
    await railTo(page, 'till').click()
    await scan(page, code)
    await expect(button(page, 'till.unknown.add')).toBeVisible()
    await openGoods(page)
    await page.getByTestId('goods-only').selectOption('hidden')
    await expect(page.getByTestId('goods-row')).toHaveCount(1)
    await page.getByTestId('goods-open').click()
    await press(page, 'goods.form.show')
    await railTo(page, 'till').click()
    await scan(page, code)
    await expect.poll(async () => (await counterOf(page)).pieces).toBe(2000)
  })
})

test('a favourite with a picture is the first tile at the till', async ({ page }) => {
  await openOwnProduct(page, 'кофе')
  const name = await field(page, 'goods.field.name').inputValue()
  const picture = await drawPicture(page)
  await chooseFile(page, 'word.choosePicture', 'a.png', picture)
  await expect(page.getByTestId('goods-picture')).toBeVisible()
  for (const how of ['paste', 'drop'] as const)
    await test.step(`a picture that is given by ${how} on the form replaces it`, async () => {
      await press(page, 'goods.picture.remove')
      await expect(page.getByTestId('goods-picture')).toBeHidden()
      await givePicture(page, how, picture)
      await expect(page.getByTestId('goods-picture')).toBeVisible()
    })
  await test.step('what a spreadsheet copies, a text with its picture, is pasted as text', async () => {
    await press(page, 'goods.picture.remove')
    await givePicture(page, 'paste', picture, 'Талх')
    await expect(page.getByTestId('goods-picture')).toBeHidden()
    await givePicture(page, 'paste', picture)
    await expect(page.getByTestId('goods-picture')).toBeVisible()
  })
  await button(page, 'goods.star').first().click()
  await page.getByTestId('goods-only').selectOption('favourites')
  await expect(page.getByTestId('goods-row')).toHaveCount(1)
  await railTo(page, 'till').click()
  const tile = page.getByTestId('tile').first()
  await expect(tile).toContainText(name)
  await expect(tile.locator('img')).toHaveJSProperty('naturalWidth', 160)
})

test('a file of many goods is checked, stopped, imported, found and scrolled through', {
  tag: '@packaged',
}, async ({ till, page }) => {
  test.setTimeout(300_000)
  // The packaged app imports as many as the largest shops have.
  const many = till.host === 'electron' ? 100_000 : 20_000
  const counted = new RegExp(`^${many / 1000}.?000`)
  await openImport(page, 'baraa.csv', csvOf(many))
  await press(page, 'import.check')
  await expect(page.getByTestId('import-count-added')).toHaveText(counted, { timeout: 90_000 })
  await expect(page.getByTestId('import-count-wrong')).toHaveText('0')
  await press(page, 'import.run')
  await press(page, 'import.stop')
  await expect(page.getByTestId('import-checked')).toBeVisible()
  expect((await viewOf(page)).goods).toMatchObject({ own: false, count: 0 })
  await press(page, 'import.run')
  await expect(page.getByTestId('import-progress').getByRole('progressbar')).toBeVisible()
  await expect(page.getByTestId('import-done')).toBeVisible({ timeout: 90_000 })
  await press(page, 'import.done.close')
  await expect(page.getByTestId('goods-count')).toHaveText(counted)
  await field(page, 'goods.search').press('ArrowDown')
  await expect(page.locator('[data-row="0"] [data-open]')).toBeFocused()
  await page.keyboard.press('End')
  await expect(page.locator(`[data-row="${many - 1}"] [data-open]`)).toBeFocused()
  expect(await page.getByTestId('goods-row').count()).toBeLessThan(60)
  await railTo(page, 'till').click()
  await ringUp(page, `baraa ${many - 2}`)
  expect(await counterOf(page)).toMatchObject({ lines: 1, pieces: 1000 })
})

test('columns are chosen by hand, wrong rows are named, the other rows are imported when a person asks for it, and all goods are exported', async ({
  page,
}) => {
  await openGoods(page)
  await press(page, 'goods.import')
  await test.step('a file that is not a list of goods is refused with a message, and another can be chosen', async () => {
    await chooseFile(page, 'import.choose', 'a.xlsx', Buffer.from('PK\x03\x04 and no more'))
    await expect(page.getByTestId('import-failed')).toContainText('.xlsx')
    const goods = 'a;b;c\n2 600;Талх;1\n5200;;2\nүнэгүй;Ус;3\n'
    await chooseFile(page, 'import.choose', 'x.csv', Buffer.from(goods))
    await expect(page.getByTestId('import-columns')).toBeVisible()
  })
  await expect(button(page, 'import.check')).toBeDisabled()
  for (const [field, header] of [
    ['code', 'c'],
    ['name', 'b'],
    ['price', 'a'],
  ] as const) {
    await page.getByTestId(`import-column-${field}`).selectOption({ label: header })
  }
  await press(page, 'import.check')
  await expect(page.getByTestId('import-trouble')).toHaveCount(2)
  await expect(page.getByTestId('import-trouble').first()).toContainText('3')
  await expect(page.getByTestId('import-trouble').last()).toContainText('үнэгүй')
  await page.reload()
  await openGoods(page)
  await press(page, 'goods.import')
  await expect(page.getByTestId('import-trouble')).toHaveCount(2)
  await press(page, 'import.run.rest')
  await expect(page.getByTestId('import-done')).toBeVisible()
  expect((await viewOf(page)).goods).toMatchObject({ own: true, count: 1 })
  await test.step('all goods are exported, and the file’s place is shown', async () => {
    await press(page, 'import.done.close')
    await choosesFrom(page, 'action.more', 'goods.export.csv')
    const note = page.getByTestId('goods-exported')
    await expect(note).toContainText('.csv')
    const path = /(\/|[A-Z]:\\).+\.csv/.exec((await note.textContent()) ?? '')?.[0] ?? ''
    expect(readFileSync(path, 'utf8')).toContain('Талх')
  })
})

test('a scan fills the empty code of a new product, and later opens or offers the scanned product', async ({
  page,
}) => {
  const [first = '', second = ''] = await codesOf(page, 2)
  await openGoods(page)
  await press(page, 'goods.add')
  await field(page, 'goods.field.name').fill('Шинэ')
  await scan(page, '8659999000014')
  await expect(field(page, 'goods.field.code')).toHaveValue('8659999000014')
  await expect(field(page, 'goods.field.name')).toHaveValue('Шинэ')
  await scan(page, first)
  await expect(page.getByTestId('goods-unsaved')).toBeVisible()
  await expect(field(page, 'goods.field.code')).toHaveValue('8659999000014')
  await press(page, 'goods.form.unsaved.open')
  await expect(field(page, 'goods.field.code')).toHaveValue(first)
  await scan(page, second)
  await expect(field(page, 'goods.field.code')).toHaveValue(second)
  await scan(page, '8659999000021')
  await expect(page.getByTestId('goods-scanned')).toContainText('8659999000021')
  await expect(field(page, 'goods.field.code')).toHaveValue(second)
  await press(page, 'till.unknown.add')
  await expect(field(page, 'goods.field.code')).toHaveValue('8659999000021')
  await expect(field(page, 'goods.field.name')).toHaveValue('')
})

test('a box gets its own code and price by a scan into the product’s form, and its scan adds a line that says so', async ({
  page,
}) => {
  await openOwnProduct(page, 'талх атар')
  await press(page, 'goods.codes.add')
  await expect(page.getByTestId('further-code')).toBeFocused()
  await scan(page, '18659999000011')
  await expect(page.getByTestId('further-code')).toHaveValue('18659999000011')
  await page.getByTestId('further-pieces').fill('12')
  await page.getByTestId('further-price').fill('30000')
  await page.keyboard.press('Enter')
  await expect(page.getByTestId('goods-saved')).toBeVisible()
  await railTo(page, 'till').click()
  await scan(page, '18659999000011')
  await expect(page.getByTestId('cart-line')).toContainText('(12 ш)')
  await expect(page.getByTestId('line-quantity')).toHaveText('1')
  expect(await counterOf(page)).toMatchObject({ pieces: 12_000, total: 3_000_000 })
})

test('a price and F3 sell goods without a product, and an unknown barcode needs name and price alone', async ({
  page,
}) => {
  await forNewGoods(page, {
    category: 'Бусад',
    unit: 'ш',
    taxProductCode: '399',
    classificationCode: '9999999',
  })
  await search(page).fill('5000')
  await page.keyboard.press('F3')
  await expect(page.getByTestId('misc-price')).toHaveValue('5000')
  await page.keyboard.press('Enter')
  await expect(search(page)).toBeFocused()
  expect(await counterOf(page)).toMatchObject({ pieces: 1000, total: 500_000 })
  await scan(page, '8659999000014')
  await press(page, 'till.unknown.add')
  await expect(field(page, 'goods.field.name')).toBeFocused()
  await expect(field(page, 'goods.field.classificationCode')).toHaveValue('')
  await expect(page.getByRole('button', { name: '9999999' })).toBeVisible()
  await page.keyboard.insertText('Чацаргана')
  await page.keyboard.press('Enter')
  await page.keyboard.insertText('4500')
  await page.keyboard.press('Enter')
  await expect(search(page)).toBeFocused()
  expect(await counterOf(page)).toMatchObject({ lines: 2, total: 950_000 })
})

test('new products are added one after the other: scan, name, Enter, price, Enter; a classification is taken from those that the name proposes', async ({
  page,
}) => {
  await openOwnProduct(page, 'мөнгөн зоос')
  await page.getByTestId('goods-add').click()
  const add = async (code: string, name: string) => {
    await scan(page, code)
    await expect(field(page, 'goods.field.code')).toHaveValue(code)
    await field(page, 'goods.field.name').focus()
    await page.keyboard.insertText(name)
    await page.keyboard.press('Enter')
    await expect(field(page, 'goods.field.price')).toBeFocused()
    await page.keyboard.insertText('2600')
  }
  const next = async (name: string) => {
    await page.keyboard.press('Enter')
    await expect(page.getByTestId('goods-saved')).toContainText(name)
    await expect(field(page, 'goods.field.code')).toBeFocused()
    await expect(field(page, 'goods.field.code')).toHaveValue('')
  }
  await add('8659999000014', 'Талх')
  await field(page, 'goods.field.category').fill('Талх')
  await page.getByRole('button', { name: '2349011 Талх' }).press('Enter')
  await expect(page.getByTestId('goods-classificationCode')).toHaveValue('2349011')
  await field(page, 'goods.field.price').focus()
  await next('Талх')
  await add('8659999000021', 'Талх хар')
  await next('Талх хар')
  await page.keyboard.press('Escape')
  await expect(page.getByTestId('goods-form')).toBeHidden()
  const saved = await page.evaluate(async () => {
    const found = await window.pos.call('findGoods', { code: '8659999000021' })
    return found.ok ? found.value.row?.product : null
  })
  expect(saved).toMatchObject({ category: 'Талх', classificationCode: '', taxProductCode: '' })
})

test('the form warns of a code that looks like another product’s, also of a further code, and saves it all the same', async ({
  page,
}) => {
  await openOwnProduct(page, 'мөнгөн зоос')
  await field(page, 'goods.field.code').fill('АВС-1')
  await page.getByTestId('goods-save').click()
  await expect(page.getByTestId('goods-saved')).toBeVisible()
  const alike = page.getByTestId('goods-alike')
  await expect(alike).toHaveCount(0)
  await openProduct(page, 'талх')
  await expect(field(page, 'goods.field.code')).not.toHaveValue('АВС-1')
  await page.getByTestId('further-add').click()
  await page.getByTestId('further-code').fill('abc-1')
  await expect(alike).toContainText('АВС-1')
  await expect(alike).toContainText('Мөнгөн зоос', { ignoreCase: true })
  await page.getByTestId('goods-save').click()
  await expect(page.getByTestId('goods-saved')).toBeVisible()
  await page.getByTestId('further-code').fill('abc-2')
  await expect(alike).toHaveCount(0)
})

test('a category that is renamed does not lose its age and ban silently, and the age is asked before its goods are added', async ({
  page,
}) => {
  await openGoods(page)
  await keepSample(page)
  await choosesFrom(page, 'action.more', 'rules.open')
  await page.getByTestId('rule-add').click()
  await page.getByTestId('rule-category').selectOption('Бэлэг дурсгал')
  await page.getByTestId('rules-save').click()
  await expect(page.getByTestId('rules-saved')).toBeVisible()
  await expect(page.getByTestId('rules-idle')).toHaveCount(0)
  await openProduct(page, 'мөнгөн зоос')
  await field(page, 'goods.field.category').fill('Дурсгал')
  await expect(page.getByTestId('goods-unruled')).toContainText('Бэлэг дурсгал')
  await page.getByTestId('goods-save').click()
  await expect(page.getByTestId('goods-saved')).toBeVisible()
  await expect(page.getByTestId('rules-idle')).toContainText('Бэлэг дурсгал')
  await choosesFrom(page, 'action.more', 'rules.open')
  await page.getByTestId('rule-category').selectOption('Дурсгал')
  await page.getByTestId('rules-save').click()
  await expect(page.getByTestId('rules-idle')).toHaveCount(0)

  const silverCoin = '8650201000013'
  await railTo(page, 'till').click()
  await test.step('No adds nothing, and a scan meanwhile waits for the answer', async () => {
    await scan(page, silverCoin)
    await expect(page.getByTestId('rule')).toContainText('21')
    await scan(page, silverCoin)
    await expect(page.getByTestId('scans-wait')).toBeVisible()
    await page.keyboard.press('Enter')
    await expect(page.getByTestId('scans-wait')).toBeHidden()
    await expect(page.getByTestId('rule')).toContainText('21')
    await untilSeen(page)
    await page.keyboard.press('Enter')
    await expect(page.getByTestId('rule')).toHaveCount(0)
    expect((await counterOf(page)).lines).toBe(0)
  })
  await test.step('Yes adds the goods, and the age is asked once for a sale', async () => {
    await scan(page, silverCoin)
    await scan(page, silverCoin)
    await answerBy(page.getByTestId('rule-yes'))
    await expect.poll(async () => (await counterOf(page)).pieces).toBe(2000)
    await scan(page, silverCoin)
    await expect.poll(async () => (await counterOf(page)).pieces).toBe(3000)
  })
})

test('labels of pressed, scanned and repriced goods are counted, printed strip by strip, and saved for A4', async ({
  till,
  page,
}) => {
  await openOwnProduct(page, 'талх')
  const name = await field(page, 'goods.field.name').inputValue()
  await field(page, 'goods.field.price').fill('2750')
  await page.keyboard.press('Enter')
  await expect(page.getByTestId('goods-saved')).toBeVisible()
  await choosesFrom(page, 'action.more', 'word.labels')
  await page.getByTestId('goods-open').first().click()
  await scan(page, '8655809004098')
  const lines = page.getByTestId('labels-line')
  await expect(lines).toHaveCount(2)
  await page.getByTestId('labels-copies').fill('4')
  await expect(page.getByTestId('labels-count')).toContainText('8')
  // The second press must not reach a button that appears for the first one.
  await page.getByTestId('labels-print').dblclick()
  await expect(page.getByTestId('labels-printed')).toContainText('8 / 8')
  await expect(page.getByTestId('labels-stop')).toBeHidden()
  const papers = readdirSync(join(till.dataFolder, 'test-receipts'))
  expect(papers.filter((one) => one.endsWith('.png'))).toHaveLength(2)

  await page.getByTestId('labels-of').selectOption('repriced')
  await expect(lines).toHaveText([new RegExp(`${name}.*2,750`)])
  await page.getByTestId('labels-save').click()
  await expect(page.getByTestId('labels-saved')).toContainText('.pdf')
})

test('a tile shows name, price and unit, and no code; categories beyond the row are reached by a button and the arrow keys', async ({
  till: { page },
}) => {
  const { products } = await tell(page, 'searchGoods', { query: '', category: null, limit: 20 })
  expect(products.length).toBeGreaterThan(10)
  const tiles = page.getByTestId('tile')
  await expect(tiles.first()).toBeVisible()
  const shown = await tiles.evaluateAll((all) =>
    all.map(({ dataset, textContent }) => [dataset.code, textContent.replace(/\s/g, ' ')] as const),
  )
  const texts = new Map(shown)
  for (const { code, name, price, unit } of products) {
    expect(texts.get(code)).toContain(name)
    expect(texts.get(code)).toContain(`${(price / 100).toLocaleString('en-US')} ₮ / ${unit}`)
    expect(texts.get(code)).not.toContain(code)
  }

  await page.setViewportSize({ width: 1024, height: 768 })
  const last = page.getByTestId('category').last()
  await expect(last).not.toBeInViewport()
  const row = page.getByTestId('category').first().locator('xpath=../..')
  const onward = row.getByTestId('row-onward')
  await expect(async () => {
    if (await onward.isVisible()) await onward.click()
    await expect(last).toBeInViewport({ ratio: 0.9, timeout: 100 })
  }).toPass({ intervals: [20] })
  await expect(onward).toBeHidden()
  await expect(row.getByTestId('row-back')).toBeVisible()

  await page.reload()
  await expect(last).not.toBeInViewport()
  await page.getByTestId('category').first().focus()
  for (const next of (await page.getByTestId('category').all()).slice(1)) {
    await page.keyboard.press('ArrowRight')
    await expect(next).toBeFocused()
    await expect(next).toBeInViewport({ ratio: 0.9 })
  }
  await expect(last).toBeFocused()
  await expect(last).toBeInViewport({ ratio: 0.9 })
})
