/**
 * `npm run shots [-- --out DIR] [--only NAME,…]`: a picture of every view, in Mongolian and light at three sizes of
 * screen, in English, dark and high contrast at one, with an index; into docs/screens/ where nothing else is said.
 */
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { parseArgs } from 'node:util'
import type { Page } from '@playwright/test'
import { machineClock, silentLog } from '../main/environment.ts'
import { practicePayer, startPractice } from '../main/practice/index.ts'
import { ensureHost, type Host, openHost } from './hosts/index.ts'
import { ensureBuild } from './setup/build.ts'
import { oneAtATime } from './setup/one-at-a-time.mjs'
import { SetupFailed } from './setup/progress.mjs'
import { inProject } from './setup/project.mjs'
import { script } from './setup/script.mjs'
import { indexPage } from './shots/index-page.ts'
import { LOOKS } from './shots/looks.ts'
import { tour } from './shots/tour.ts'
import { wear } from './shots/wearing.ts'

await script(async () => {
  const { values } = parseArgs({ options: { out: { type: 'string' }, only: { type: 'string' } } })
  await oneAtATime(prepare)
  const folder = values.out === undefined ? inProject('docs/screens') : resolve(values.out)
  await mkdir(folder, { recursive: true })
  const names = await takeAll(folder, values.only?.split(',') ?? null)
  await writeFile(join(folder, 'README.md'), indexPage(names))
  console.log(`${names.length} views in ${folder}`)
})

async function prepare(): Promise<void> {
  await ensureBuild()
  const found = await ensureHost('browser')
  if (!('executable' in found)) throw new SetupFailed(`No browser to take pictures with: ${found.missing}`)
}

/** Gives the names of the views that were visited, in order. */
async function takeAll(folder: string, only: readonly string[] | null): Promise<readonly string[]> {
  const own = await mkdtemp(join(tmpdir(), 'tugrik-shots-'))
  const practice = await startPractice({ clock: machineClock, log: silentLog })
  const open = () => openHost('browser', { dataFolder: own, practice: practice.address })
  let host: Host = await open()
  const names: string[] = []
  try {
    await tour({
      page: host.page,
      payer: practicePayer(practice.address),
      visit: async (name) => {
        if (only !== null && !only.includes(name)) return
        names.push(name)
        console.error(`… ${name}`)
        await takeInEveryLook(host.page, folder, name)
      },
      restart: async () => {
        await host.kill()
        host = await open()
        return host.page
      },
    })
  } finally {
    await host.close()
    await practice.stop()
    await rm(own, { recursive: true, force: true, maxRetries: 5 })
  }
  return names
}

async function takeInEveryLook(page: Page, folder: string, name: string): Promise<void> {
  for (const look of LOOKS) {
    await page.setViewportSize({ width: look.width, height: look.height })
    await wear(page, look)
    await page.screenshot({ path: join(folder, `${name}.${look.name}.png`), animations: 'disabled' })
  }
  await page.setViewportSize({ width: 1366, height: 768 })
  await wear(page, { language: 'mn', theme: 'light', textSize: 100 })
}
