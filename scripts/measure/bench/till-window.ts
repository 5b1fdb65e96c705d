/** Tills for measures: the built product in the real Electron, on a data folder and a practice service of its own. */
import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import type { Page } from '@playwright/test'
import type { PracticeAddress } from '../../../main/payment-service/practice/index.ts'
import { FIRST_SETTINGS, type Settings } from '../../../shared/shop/settings.ts'
import { attach } from '../../run/hosts/electron-host.ts'
import { startElectron } from '../../run/hosts/electron-program.ts'
import { storeSettings } from '../../run/hosts/first-settings.ts'
import { terminalEnv } from '../../run/hosts/host.ts'
import { ensureHost } from '../../run/hosts/index.ts'
import { ensureBuild } from '../../run/setup/build.ts'
import { inProject } from '../../run/setup/project.mjs'
import { withPractice } from './counted-practice.ts'
import type { Figure, Measure } from './figure.ts'
import { inFolder } from './in-folder.ts'

/** A measure that needs Electron. Where there is none, it says so and makes no figures. */
export const withElectron =
  (
    measure: (
      options: Parameters<Measure>[0] & { readonly executable: string },
    ) => Promise<readonly Figure[]>,
  ): Measure =>
  async (options) => {
    await ensureBuild()
    const found = await ensureHost('electron')
    if ('executable' in found) return measure({ ...options, ...found })
    console.log(`  not measured: ${found.missing}`)
    return []
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
  readonly executable: string
  /** A data folder that already has goods or sales, and settings; left out, an empty one. */
  readonly folder?: string
  /** Other than the first ones. Only for an empty folder. */
  readonly settings?: Partial<Settings>
  /** More switches for Electron. */
  readonly switches?: readonly string[]
}

/** Opens a till, does the work and closes the till. */
export async function inTillWindow<Found>(
  { executable, folder, settings = {}, switches = [] }: TillWindowParts,
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
        executable,
        args: [...switches, inProject('.')],
        env: terminalEnv({ executable, dataFolder, practice }),
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
