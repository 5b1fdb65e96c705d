/** Tills for measures: the built product in the real Electron, on a data folder and a practice service of its own. */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import type { Page } from '@playwright/test'
import { type PracticeAddress, parsePracticeAddress } from '../../main/practice/index.ts'
import { FIRST_SETTINGS, type Settings } from '../../shared/settings.ts'
import { attach } from '../hosts/electron-host.ts'
import { startElectron } from '../hosts/electron-program.ts'
import { storeSettings } from '../hosts/first-settings.ts'
import { terminalEnv } from '../hosts/host.ts'
import { ensureHost } from '../hosts/index.ts'
import { ensureBuild } from '../setup/build.ts'
import { inProject } from '../setup/project.mjs'
import type { Figure, Measure } from './figure.ts'

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
    const service = await startPracticeProcess()
    try {
      const { child, port, exited } = await startElectron({
        executable,
        args: [...switches, inProject('.')],
        env: terminalEnv({ executable, dataFolder, practice: service.address }),
      })
      try {
        const page = await attach(port)
        await page.getByTestId('search').waitFor()
        return await work({ page, pid: child.pid ?? 0, practice: service.address })
      } finally {
        child.kill('SIGTERM')
        await exited
      }
    } finally {
      await service.stop()
    }
  })
}

/** The code of one of its goods. */
export async function anyCode(page: Page): Promise<string> {
  const found = await page.evaluate(() =>
    window.pos.call('searchGoods', { query: '', category: null, limit: 1 }),
  )
  const code = found.ok ? found.value.products[0]?.code : undefined
  if (code === undefined) throw new Error('the till has no goods')
  return code
}

/** A folder that is removed after the work. */
export async function inFolder<Found>(work: (folder: string) => Promise<Found>): Promise<Found> {
  const folder = mkdtempSync(join(tmpdir(), 'tugrik-bench-'))
  try {
    return await work(folder)
  } finally {
    rmSync(folder, { recursive: true, force: true, maxRetries: 5 })
  }
}

/** A practice service in a process of its own, as a real one works beside the till and not in it. */
async function startPracticeProcess() {
  const child = spawn(process.execPath, [inProject('scripts/practice.ts'), '--json'], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const exited = once(child, 'exit')
  const [line] = await Promise.race([once(createInterface({ input: child.stdout }), 'line'), exited])
  const address = parsePracticeAddress(String(line))
  if (address === null) throw new Error('the practice service did not start')
  return {
    address,
    stop: async () => {
      child.kill('SIGTERM')
      await exited
    },
  }
}
