/** The page reloads or crashes while a scanner is scanning: every line that was rung up is in the cart once. */
import { readdirSync, readFileSync } from 'node:fs'
import type { Page } from '@playwright/test'
import { attach } from '../../scripts/run/hosts/electron-host.ts'
import { TEXTS } from '../../shared/texts/index.ts'
import { press, search } from '../support/by-words.ts'
import { expect, inElectron, inOwnProcess, skip, test } from '../support/hosts.ts'
import { needs, systemLacks } from '../support/needs.ts'
import { inOwnElectron } from '../support/own-electron.ts'
import { charge, counterOf, ringUp, scan, tell, viewOf } from '../support/till-actions.ts'

/** Codes of so many different goods. */
async function codesOf(page: Page, count: number): Promise<readonly string[]> {
  const { products } = await tell(page, 'searchGoods', { query: '', category: null, limit: 100 })
  return products.flatMap(({ code }) => (/^\d{8,14}$/.test(code) ? code : [])).slice(0, count)
}

const cart = async (page: Page) =>
  ((await viewOf(page)).counter?.sale.lines ?? []).map(({ product, quantity }) => ({
    code: product.code,
    pieces: quantity / 1000,
  }))

/** Scans one code after the other until it is stopped. The scan that is under way then may be cut off. */
function burst(page: Page, codes: readonly string[]) {
  let stopped = false
  const firing = (async () => {
    for (const code of codes) if (!stopped) await scan(page, code)
  })().catch(() => {}) // the page was gone in the middle of a scan
  return {
    stop: () => {
      stopped = true
      return firing
    },
  }
}

/**
 * Playwright emulates the focus of a page, because the window of another spec may have the real one. A reload during key
 * presses sometimes turns that off, so it is turned on again.
 */
async function reload(page: Page): Promise<void> {
  await page.reload()
  const session = await page.context().newCDPSession(page)
  await session.send('Emulation.setFocusEmulationEnabled', { enabled: true })
}

for (const how of ['reload', 'crash'] as const) {
  test(
    `a ${how} in the middle of a burst of scans loses no line and doubles none`,
    inOwnProcess('the page crashes'),
    async ({ till }) => {
      const codes = await codesOf(till.page, 20)
      const scanning = burst(till.page, codes)
      const lines = till.page.getByTestId('cart-line')
      await expect.poll(() => lines.count()).toBeGreaterThanOrEqual(5)
      const shown = await lines.count()
      const ending = scanning.stop()
      if (how === 'crash') await till.crashPage()
      else await reload(till.page)
      await ending
      const { page } = till
      await expect(search(page)).toBeFocused()
      await expect(page.getByTestId('cart-line')).toHaveCount((await cart(page)).length)

      const kept = await cart(page)
      expect(kept.length).toBeGreaterThanOrEqual(shown)
      expect(kept.map(({ code }) => code)).toEqual(codes.slice(0, kept.length))
      expect(kept.every(({ pieces }) => pieces === 1)).toBe(true)

      // The scanner continues, and nobody touches the screen.
      for (const code of codes.slice(kept.length)) await scan(page, code)
      await scan(page, codes[0] ?? '')
      await expect(page.getByTestId('line-quantity').first()).toHaveText('2')
      expect((await cart(page)).map(({ code }) => code)).toEqual(codes)
    },
  )
}

test(
  'after a crash a banner asks to check the cart until it is acknowledged, and the cart is unchanged',
  inOwnProcess('the page crashes'),
  async ({ till }) => {
    await ringUp(till.page, 'талх')
    const before = await counterOf(till.page)
    await till.crashPage()
    const { page } = till
    await expect(page.getByTestId('again-banner')).toContainText(TEXTS.mn['again.words'])
    expect(await counterOf(page)).toEqual(before)
    await press(page, 'word.ok')
    await expect(page.getByTestId('again-banner')).toBeHidden()
    await expect(search(page)).toBeFocused()
    await page.reload()
    await expect(page.getByTestId('cart-line')).toHaveCount(before.lines)
    await expect(page.getByTestId('again-banner')).toBeHidden()
  },
)

for (const [how, gone] of [
  ['crashes', 'crashPage'],
  ['closes its own window', 'closePage'],
] as const)
  test(
    `a page that ${how} while a QR is shown shows the same QR again, and the payment is found`,
    inOwnProcess('the page crashes or closes its window'),
    async ({ till }) => {
      await ringUp(till.page, 'талх')
      const { qrText, invoiceId } = await charge(till.page)
      await till[gone]()
      const { page } = till
      await expect(page.getByTestId('qr')).toBeVisible()
      expect((await counterOf(page)).qrText).toBe(qrText)
      await till.practice.pay({ invoice_id: invoiceId })
      await expect(page.getByTestId('paid')).toBeVisible()
      expect((await till.practice.state()).invoices).toHaveLength(1)
    },
  )

/** The process and all below it. proc(5): the parent is the second field after the name, which may contain spaces. */
function familyOf(pid: number): readonly number[] {
  const parents = new Map<number, number>()
  for (const name of readdirSync('/proc'))
    if (/^\d+$/.test(name))
      try {
        const fields = readFileSync(`/proc/${name}/stat`, 'utf8').split(') ').at(-1)?.split(' ')
        parents.set(Number(name), Number(fields?.[1]))
      } catch {} // it has ended
  const below = (of: number): number[] => [
    of,
    ...[...parents].flatMap(([child, parent]) => (parent === of ? below(child) : [])),
  ]
  return below(pid)
}

/** The processes of a program's pages. */
const pagesOf = (pid: number): readonly number[] =>
  familyOf(pid).filter((one) => {
    try {
      return readFileSync(`/proc/${one}/cmdline`, 'utf8').includes('--type=renderer')
    } catch {
      return false // it has ended
    }
  })

test(
  'a till whose page crashes while it starts loads the page again and starts',
  inElectron('the program loads its page again'),
  async () => {
    const info = test.info()
    needs(skip, systemLacks('linux', 'processes are found in /proc'))
    await inOwnElectron({ dataFolder: info.outputPath('data') }, async (till) => {
      const pages = () => pagesOf(till.child.pid ?? 0)
      await expect.poll(() => pages().length, { intervals: [1] }).toBe(1)
      for (const page of pages()) process.kill(page, 'SIGKILL')
      const page = await attach(till.port) // a box with a failure would have no page
      expect((await viewOf(page)).settings).toBeDefined()
    })
  },
)
