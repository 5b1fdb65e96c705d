/** What a cashier and a payer wait for around a QR: until it is painted, and from the payment until the till shows it. */
import { randomUUID } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'
import type { Page } from '@playwright/test'
import qrcode from 'qrcode'
import { request } from 'undici'
import type { PracticeAddress } from '../../../main/payment-service/practice/index.ts'
import { FIRST_SETTINGS, type Settings } from '../../../shared/shop/settings.ts'
import { viewOf } from '../../run/hosts/page-actions.ts'
import { practiceControl } from '../../run/practice/index.ts'
import { freePort } from '../../run/setup/machine.ts'
import { type Figure, type Measure, spreadOf } from './figure.ts'
import { type Keys, keysOf } from './keys.ts'
import { installProbe, paidPaintedAt, paintedAfter } from './painted.ts'
import { anyCode, fillCart, inTillWindow, type TillWindow } from './till-window.ts'

const CHARGES = 20
const WARM_UP = 3
const POLLED = 20
const POLL_MS = FIRST_SETTINGS.pollMs
const CALLED = 15

export const measureChargeToQr: Measure = ({ electron }) =>
  inSaleWindow(electron, {}, async ({ page, practice, code, keys }) => {
    const service = await bareService(practice)
    const ours: number[] = []
    const bare: number[] = []
    for (let number = -WARM_UP; number < CHARGES; number += 1) {
      await fillCart(page, [code])
      const charge = page.getByTestId('charge')
      const tapped = await paintedAfter(page, 'qr', () => keys.tap(charge))
      const begun = performance.now()
      await qrcode.toString(await service.invoice(), { type: 'svg' })
      const took = performance.now() - begun
      await payAndLeave(page, practice)
      if (number < 0) continue
      ours.push(tapped)
      bare.push(took)
    }
    const mixed = await mixedCharges(page, practice, [code, MEAT])
    return [
      {
        name: 'a charge to its QR',
        note: 'Ours: from the tap to the frame after the QR is drawn, with the sale and the invoice in the journal. Bare: a request of undici for the same invoice, and an SVG of qrcode.',
        unit: 'ms',
        ours: spreadOf(ours),
        against: { 'undici + qrcode': spreadOf(bare) },
        reach: { at: 'p50', peer: 'undici + qrcode', plus: 40 },
      },
      {
        name: 'a charge of a mixed cart to its first QR',
        note: 'From the press to the frame after the QR is drawn. The cart has goods with VAT and exempt goods, so it becomes two sales.',
        unit: 'ms',
        ours: spreadOf(mixed),
        against: { 'goods of one kind': spreadOf(ours) },
      },
    ]
  })

/** Mutton, which is exempt. */
const MEAT = '2010'

async function mixedCharges(
  page: Page,
  practice: PracticeAddress,
  codes: readonly string[],
): Promise<readonly number[]> {
  const waits: number[] = []
  for (let number = -WARM_UP; number < CHARGES; number += 1) {
    await fillCart(page, codes)
    const took = await paintedAfter(page, 'qr', () => page.getByTestId('charge').click())
    const first = await shownInvoice(page)
    await practiceControl(practice).pay({ invoice_id: first })
    await page.keyboard.press('F5')
    await page.getByTestId('qr-place').filter({ hasText: /2$/ }).waitFor()
    await page.getByTestId('qr').waitFor()
    await payAndLeave(page, practice)
    if (number >= 0) waits.push(took)
  }
  return waits
}

export const measurePaidToKnown: Measure = async ({ electron }) => [
  await polled(electron),
  await calledBack(electron),
]

/** Payments are spread over the time between two checks, so that they wait half of it on average. */
const polled = (electron: string): Promise<Figure> =>
  inSaleWindow(electron, {}, async ({ page, practice, code }) => {
    const waits: number[] = []
    for (let number = 0; number < POLLED; number += 1)
      waits.push(await paidAfter(page, practice, code, POLL_MS + ((number + 0.5) / POLLED) * POLL_MS))
    return {
      name: 'a payment to its green screen, by polling',
      note: `A new QR is checked every ${POLL_MS / 1000} s; the peer is a payer that comes at any time between two checks.`,
      unit: 'ms',
      ours: spreadOf(waits),
      against: { 'half the interval': spreadOf([POLL_MS / 2]) },
      reach: { at: 'p50', peer: 'half the interval', times: 1.2 },
    }
  })

async function calledBack(electron: string): Promise<Figure> {
  const callback = { ...FIRST_SETTINGS.callback, enabled: true, port: await freePort() }
  // So rare that no poll finds the payment first.
  return inSaleWindow(electron, { callback, pollMs: 10_000 }, async ({ page, practice, code }) => {
    const service = await bareService(practice)
    await service.invoice()
    const waits: number[] = []
    const trips: number[] = []
    for (let number = -WARM_UP; number < CALLED; number += 1) {
      const waited = await paidAfter(page, practice, code, 300)
      const begun = performance.now()
      await service.check()
      const trip = performance.now() - begun
      if (number < 0) continue
      waits.push(waited)
      trips.push(trip)
    }
    return {
      name: 'a payment to its green screen, by callback',
      note: 'From the payer’s request to the frame after the paid sale is drawn. The peer is the one request of undici that asks the service about a payment.',
      unit: 'ms',
      ours: spreadOf(waits),
      against: { 'a round trip': spreadOf(trips) },
      reach: { at: 'p50', peer: 'a round trip', plus: 50 },
    }
  })
}

type SaleWindow = TillWindow & { readonly code: string; readonly keys: Keys }

/** A till that has sold once, so that fonts are loaded and it is logged in at the service. */
function inSaleWindow<Found>(
  electron: string,
  settings: Partial<Settings>,
  work: (till: SaleWindow) => Promise<Found>,
): Promise<Found> {
  return inTillWindow({ electron, settings }, async (till) => {
    await installProbe(till.page)
    return work({ ...till, code: await anyCode(till.page), keys: await keysOf(till.page) })
  })
}

/** Sells something by QR, and returns the milliseconds from the payment until the page shows it. */
async function paidAfter(
  page: Page,
  practice: PracticeAddress,
  code: string,
  waitMs: number,
): Promise<number> {
  await fillCart(page, [code])
  await paintedAfter(page, 'qr', () => page.getByTestId('charge').click())
  await pause(waitMs)
  const invoice_id = await shownInvoice(page)
  let paidAt = 0
  const paintedAt = await paidPaintedAt(page, () => {
    paidAt = Date.now()
    return practiceControl(practice).pay({ invoice_id })
  })
  await leave(page)
  return paintedAt - paidAt
}

async function payAndLeave(page: Page, practice: PracticeAddress): Promise<void> {
  await practiceControl(practice).pay({ invoice_id: await shownInvoice(page) })
  await page.keyboard.press('F5')
  await leave(page)
}

async function leave(page: Page): Promise<void> {
  await page.getByTestId('paid').waitFor()
  await page.locator('[data-testid=paid][data-state=completed]').waitFor()
  await page.getByTestId('next-sale').click()
  await page.getByTestId('search').waitFor()
}

async function shownInvoice(page: Page): Promise<string> {
  const { counter } = await viewOf(page)
  const invoice = counter !== null && 'invoice' in counter.status ? counter.status.invoice : null
  if (invoice === null) throw new Error('no invoice is shown')
  return invoice.invoiceId
}

/** A till in twenty lines: what people write with undici. */
async function bareService({ url, username, password, invoice_code }: PracticeAddress) {
  const basic = Buffer.from(`${username}:${password}`).toString('base64')
  const ask = async (path: string, authorization: string, body?: unknown) => {
    const answer = await request(new URL(path, url), {
      method: 'POST',
      headers: { authorization, 'content-type': 'application/json' },
      body: body === undefined ? null : JSON.stringify(body),
    })
    return (await answer.body.json()) as Record<string, string>
  }
  const { access_token } = await ask('/v2/auth/token', `Basic ${basic}`)
  const bearer = `Bearer ${access_token}`
  let last = ''
  return {
    /** Returns the text of the QR. */
    invoice: async (): Promise<string> => {
      const { invoice_id = '', qr_text = '' } = await ask('/v2/invoice', bearer, {
        invoice_code,
        sender_invoice_no: randomUUID(),
        invoice_receiver_code: 'terminal',
        invoice_description: 'Талх',
        amount: 4350,
        callback_url: 'http://127.0.0.1:9/none',
      })
      last = invoice_id
      return qr_text
    },
    /** Of the last invoice. */
    check: () => ask('/v2/payment/check', bearer, { object_type: 'INVOICE', object_id: last }),
  }
}
