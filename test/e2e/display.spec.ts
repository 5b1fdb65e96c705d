/** The customer display: what the payer sees, and that its page can do nothing else. */
import type { Page } from '@playwright/test'
import { readCodes } from '../../scripts/pictures/demo/pictures.ts'
import { pagesOfTill } from '../../scripts/run/hosts/index.ts'
import { formatMoney, money } from '../../shared/money/money.ts'
import { choose, press, railTo, search } from '../support/by-words.ts'
import { comesBackFrom, expect, inElectron, inOwnProcess, skip, test } from '../support/hosts.ts'
import { needs, programsMissing } from '../support/needs.ts'
import {
  CYRILLIC,
  cancel,
  charge,
  counterOf,
  openSettings,
  ringUp,
  takeTender,
  tell,
  viewOf,
} from '../support/till-actions.ts'

type Till = { readonly page: Page; readonly display: () => Promise<Page> }

/** Why a spec needs a process of its own. */
const OWN_WINDOW = 'the display is a window beside the cashier’s'

/** Opens the display in the settings, as the owner does. */
async function openDisplay({ page, display }: Till): Promise<Page> {
  const opening = display()
  await openSettings(page)
  await choose(page, 'settings.display.window')
  const opened = await opening
  await expect(opened.getByTestId('display')).toBeVisible()
  await railTo(page, 'till').click()
  await expect(search(page)).toBeFocused()
  return opened
}

const showing = (display: Page, name: string) =>
  expect(display.getByTestId('display')).toHaveAttribute('data-scene', name)

test(
  'with one screen the display opens only when it is asked for, and again after a restart',
  inOwnProcess(OWN_WINDOW),
  async ({ till }) => {
    await ringUp(till.page, 'талх')
    expect(pagesOfTill(till.page)).toHaveLength(1)
    await showing(await openDisplay(till), 'goods')
    await till.restart()
    const display = await till.display()
    await showing(display, 'goods')
    await openSettings(till.page)
    const closed = display.waitForEvent('close')
    await choose(till.page, 'settings.display.off')
    await closed
  },
)

test(
  'a display’s page that closes its own window gets another one, and the settings stay',
  inElectron('a window of the product'),
  async ({ till }) => {
    const display = await openDisplay(till)
    const again = till.page.context().waitForEvent('page')
    display.evaluate(() => window.close()).catch(() => {}) // a closed page does not answer
    await showing(await again, 'idle')
    expect((await viewOf(till.page)).settings.display).toBe('window')
  },
)

test(
  'the display shows goods, QR and thanks, and is then idle again',
  inOwnProcess(OWN_WINDOW, '@smoke', '@packaged'),
  async ({ till, page }, info) => {
    needs(skip, programsMissing('zbarimg'))
    const display = await openDisplay(till)
    await showing(display, 'idle')
    await expect(display.getByTestId('display-shop')).toHaveText('Өглөө дэлгүүр')
    await expect(display.getByTestId('display-practice')).toContainText('СУРГАЛТЫН ГОРИМ')

    await ringUp(page, 'талх')
    await expect(display.getByTestId('display-line')).toHaveCount(1)
    await ringUp(page, 'tarag')
    await expect(display.getByTestId('display-line')).toHaveCount(2)
    const { total } = await counterOf(page)
    await expect(display.getByTestId('display-amount')).toHaveText(`${formatMoney(money(total))}\u00a0₮`)

    const { qrText, invoiceId } = await charge(page)
    await showing(display, 'qr')
    await expect(display.getByTestId('display-amount')).toContainText(formatMoney(money(total)))
    await expect(display.getByTestId('display-banks')).toContainText('Хаан банк')
    const picture = info.outputPath('display.png')
    await display.screenshot({ path: picture })
    expect(readCodes(picture)).toEqual([qrText])

    await till.practice.pay({ invoice_id: invoiceId, amount: 500 })
    await expect(display.getByTestId('display-paid')).toContainText('500')
    await till.practice.pay({ invoice_id: invoiceId })
    await showing(display, 'paid')
    await expect(display.getByTestId('display-message')).toContainText('Баярлалаа')
    await expect(display.getByTestId('display-amount')).toContainText(formatMoney(money(total)))
    await expect(display.getByTestId('display-message')).toContainText('Баримтаа авна уу')
    const [ereceipt] = (await till.practice.state()).ereceipts
    const shown = await display.content()
    expect(shown).not.toContain(ereceipt?.lottery)
    expect(shown).not.toContain(ereceipt?.qr_data)
    const copyFor = display.getByTestId('display-copy')
    await expect(copyFor).toHaveCount(0)
    await tell(page, 'saveSettings', { phoneCopy: true })
    await expect(copyFor).toContainText('цахим баримт биш')
    await display.screenshot({ path: picture })
    const copy = readCodes(picture)?.join('\n') // one code of several lines
    expect(copy).toMatch(/ХУУЛБАР № K01 0001/)
    expect(copy).toContain(`Нийт дүн ${formatMoney(money(total))}`)
    expect(copy).not.toContain(ereceipt?.lottery)

    await page.keyboard.press('Enter')
    await showing(display, 'idle')
  },
)

test(
  'the latest line is visible however long the list is',
  inOwnProcess(OWN_WINDOW),
  async ({ till, page }) => {
    const display = await openDisplay(till)
    await display.setViewportSize({ width: 1024, height: 600 })
    const { products } = await tell(page, 'searchGoods', { query: '', category: null, limit: 14 })
    const codes = products.map(({ code }) => code)
    for (const code of codes) await tell(page, 'addProduct', { code })
    await expect(display.getByTestId('display-line')).toHaveCount(codes.length)
    await expect(display.getByTestId('display-line').last()).toBeInViewport({ ratio: 0.9 })
    await expect(display.getByTestId('display-line').first()).not.toBeInViewport()
    await tell(page, 'addProduct', { code: codes[0] ?? '' })
    await expect(display.getByTestId('display-line').first()).toBeInViewport({ ratio: 0.9 })
    await expect(display.getByTestId('display-line').first()).toHaveAttribute('data-touched', 'true')
  },
)

test(
  'the display is in the language of the shop, and shows the change of a cash sale',
  inOwnProcess(OWN_WINDOW),
  async ({ till, page }) => {
    const display = await openDisplay(till)
    await press(page, 'language.switch')
    await expect(display.locator('html')).toHaveAttribute('lang', 'en')
    await expect(display.getByTestId('display-practice')).not.toHaveText(CYRILLIC)
    await ringUp(page, 'талх')
    const { total } = await counterOf(page)
    await takeTender(page, String(total / 100 + 500))
    await showing(display, 'paid')
    await expect(display.getByTestId('display-amount')).toHaveText('500\u00a0₮')
    await expect(display.getByTestId('display-message')).toContainText('Thank you!')
    await expect(display.getByTestId('display-message')).not.toHaveText(CYRILLIC)
  },
)

test(
  'a reloaded display shows the QR again, and a cancelled sale shows none',
  inOwnProcess(OWN_WINDOW),
  async ({ till }) => {
    const display = await openDisplay(till)
    await ringUp(till.page, 'талх')
    const { qrText } = await charge(till.page)
    await showing(display, 'qr')
    const drawn = await display.getByTestId('display-qr').innerHTML()
    await display.reload()
    await showing(display, 'qr')
    expect(await display.getByTestId('display-qr').innerHTML()).toBe(drawn)
    expect(qrText).not.toBe('')
    await cancel(till.page)
    await showing(display, 'goods')
    await expect(display.getByTestId('display-qr')).toBeHidden()
  },
)

test.describe('in a process of its own, as in a shop', () => {
  test.use({ ownElectron: true })

  test(
    'the display’s page can call nothing and load nothing',
    inElectron('what the program allows the page of the display'),
    async ({ till }) => {
      const display = await openDisplay(till)
      const found = await display.evaluate(async () => {
        const refused = async (work: () => unknown) => {
          try {
            await work()
            return false
          } catch {
            return true
          }
        }
        return {
          pos: 'pos' in window,
          binding: '__posCall' in window,
          bridge: Object.keys(window.posDisplay),
          machine: ['require', 'process', 'module', 'Buffer', 'ipcRenderer', 'electron', 'global'].filter(
            (name) => name in window,
          ),
          fetch: await refused(() => fetch('/display/index.html')),
          image: await refused(
            () =>
              new Promise((resolve, reject) => {
                const image = Object.assign(new Image(), { onload: resolve, onerror: reject })
                image.src = 'https://example.com/x.png'
              }),
          ),
          // Must be last: while the DevTools evaluation runs, the debugger allows `Function`.
          text: await refused(() => new Function('return 1')()),
          opened: window.open('https://example.com/') !== null,
        }
      })
      expect(found).toMatchObject({
        pos: false,
        binding: false,
        bridge: ['onView'],
        machine: [],
        fetch: true,
        image: true,
        text: true,
      })
      expect(found.opened).toBe(false)
      const before = display.url()
      for (const way of ['app://pos/cashier/index.html', 'https://example.com/', 'file:///etc/passwd']) {
        await display.evaluate((address) => {
          window.location.href = address
        }, way)
        expect(await display.evaluate(() => window.location.href), way).toBe(before)
      }
      await comesBackFrom(display, () => window.location.assign('about:blank'))
      const written = display.evaluate(() => window.history.pushState(null, '', '/cashier/index.html'))
      await expect(written).rejects.toThrow('SecurityError')
      await display.waitForURL(before)
      await showing(display, 'idle')
    },
  )
})

test(
  'closing the cashier’s window ends the terminal although the display is open',
  inElectron('windows of the product'),
  async ({ till }) => {
    const display = await openDisplay(till)
    const closed = display.waitForEvent('close')
    await till.restart()
    await closed
    await expect(search(till.page)).toBeVisible()
  },
)
