/** Tills for measures: the built product in the real Electron, on a data folder and a practice service of its own. */
import { mkdirSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Page } from '@playwright/test'
import type { PracticeAddress } from '../../../main/payment-service/practice/index.ts'
import { FIRST_SETTINGS, type Settings } from '../../../shared/shop/settings.ts'
import { attach } from '../../run/hosts/electron-host.ts'
import { startElectron } from '../../run/hosts/electron-program.ts'
import { storeSettings, terminalEnv } from '../../run/hosts/host.ts'
import { viewOf } from '../../run/hosts/page-actions.ts'
import { inProject } from '../../run/setup/project.mjs'
import { withPractice } from './practice-thread.ts'

/** Runs `work` with a temporary folder, which is removed afterwards. */
export async function inFolder<Found>(work: (folder: string) => Promise<Found>): Promise<Found> {
  const folder = await mkdtemp(join(tmpdir(), 'tugrik-bench-'))
  try {
    return await work(folder)
  } finally {
    await rm(folder, { recursive: true, force: true, maxRetries: 5 })
  }
}

export type TillWindow = {
  readonly page: Page
  /** Of the main process. */
  readonly pid: number
  /** Of Chromium's DevTools. */
  readonly port: number
  readonly practice: PracticeAddress
}

export type TillWindowParts = {
  readonly electron: string
  /** A data folder that already has goods or sales, and settings; left out, an empty one. */
  readonly folder?: string
  /** Other than the first ones. Only for an empty folder. */
  readonly settings?: Partial<Settings>
  /** More switches for Electron. */
  readonly switches?: readonly string[]
}

/** Opens a till, does the work and closes the till. */
export async function inTillWindow<Found>(
  { electron, folder, settings = {}, switches = [] }: TillWindowParts,
  work: (till: TillWindow) => Promise<Found>,
): Promise<Found> {
  return inFolder(async (own) => {
    const dataFolder = folder ?? join(own, 'data')
    if (folder === undefined) {
      mkdirSync(dataFolder)
      await storeSettings(dataFolder, { ...FIRST_SETTINGS, ...settings })
    }
    return withPractice(async (practice) => {
      const { child, port, exited } = await startElectron({
        executable: electron,
        args: [...switches, inProject('.')],
        env: terminalEnv({ executable: electron, dataFolder, practice }),
      })
      try {
        const page = await attach(port)
        await page.getByTestId('search').waitFor()
        return await work({ page, pid: child.pid ?? 0, port, practice })
      } finally {
        child.kill('SIGTERM')
        await exited
      }
    })
  })
}

/** Returns the code of any product that the till has. */
export async function anyCode(page: Page): Promise<string> {
  const found = await page.evaluate(() =>
    window.pos.call('searchGoods', { query: '', category: null, limit: 1 }),
  )
  const code = found.ok ? found.value.products[0]?.code : undefined
  if (code === undefined) throw new Error('the till has no goods')
  return code
}

/** Fills the cart by commands and not by keys. */
export async function fillCart(page: Page, codes: readonly string[]): Promise<void> {
  await page.evaluate(async (all) => {
    for (const code of all) {
      const reply = await window.pos.call('addProduct', { code })
      if (!reply.ok) throw new Error(reply.error.name)
    }
  }, codes)
  await page
    .getByTestId('cart-line')
    .nth(codes.length - 1)
    .waitFor()
}

export async function emptyCart(page: Page): Promise<void> {
  const saleId = (await viewOf(page)).counter?.sale.id
  if (saleId === undefined) return
  await page.evaluate((id) => window.pos.call('discardSale', { saleId: id }), saleId)
  await page.getByTestId('cart-line').first().waitFor({ state: 'detached' })
}
