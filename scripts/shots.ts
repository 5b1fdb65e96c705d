/**
 * `npm run shots [-- --out DIR] [--only NAME,…] [--every]`: a picture of every view in both languages, and of the main
 * ones, or of every one, in every look, with an index; into docs/screens/ where nothing else is said.
 */
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { createCanvas, loadImage } from '@napi-rs/canvas'
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
import { type Look, looksOf } from './shots/looks.ts'
import { openShopOfMonths, type Sheet, yesterday } from './shots/month.ts'
import { tour } from './shots/tour.ts'
import { wear } from './shots/wearing.ts'

await script(async () => {
  const { values } = parseArgs({
    options: {
      out: { type: 'string' },
      only: { type: 'string' },
      every: { type: 'boolean', default: false },
    },
  })
  await oneAtATime(prepare)
  const folder = values.out === undefined ? inProject('docs/screens') : resolve(values.out)
  await mkdir(folder, { recursive: true })
  const names = await takeAll(folder, { only: values.only?.split(',') ?? null, every: values.every })
  // Of a few alone it would be no index.
  if (values.only === undefined) await writeFile(join(folder, 'README.md'), indexPage(names))
  console.log(`${names.length} views in ${folder}`)
})

async function prepare(): Promise<void> {
  await ensureBuild()
  const found = await ensureHost('browser')
  if (!('executable' in found)) throw new SetupFailed(`No browser to take pictures with: ${found.missing}`)
}

type Wanted = { readonly only: readonly string[] | null; readonly every: boolean }

/** Gives the names of the views that were visited, in order. */
async function takeAll(folder: string, { only, every }: Wanted): Promise<readonly string[]> {
  const own = await mkdtemp(join(tmpdir(), 'tugrik-shots-'))
  const practice = await startPractice({ clock: machineClock, log: silentLog })
  const open = (name: string) =>
    openHost('browser', { dataFolder: join(own, name), practice: practice.address })
  let host: Host = await open('walk')
  let sheets: readonly Sheet[] = []
  const names: string[] = []
  const isWanted = (name: string): boolean => only === null || only.includes(name)
  try {
    await tour({
      page: host.page,
      payer: practicePayer(practice.address),
      display: () => host.display(),
      visit: async (name, on) => {
        if (!isWanted(name)) return
        names.push(name)
        console.error(`… ${name}`)
        await takeInLooks(looksOf(name, every), { cashier: host.page, page: on, file: join(folder, name) })
      },
      restart: async () => {
        await host.kill()
        host = await open('walk')
        return host.page
      },
      month: async () => {
        await host.close()
        await mkdir(join(own, 'months'))
        sheets = await openShopOfMonths(join(own, 'months'))
        host = await open('months')
        return { page: host.page, last: yesterday() }
      },
    })
    for (const sheet of sheets.filter(({ name }) => isWanted(name))) {
      if (!names.includes(sheet.name)) names.push(sheet.name)
      await takeSheet(sheet, { beside: host.page, folder })
    }
  } finally {
    await host.close()
    await practice.stop()
    await rm(own, { recursive: true, force: true, maxRetries: 5 })
  }
  return names
}

type Taken = { readonly cashier: Page; readonly page: Page; readonly file: string }

/** The looks are the cashier's to choose; the picture is of the page that is visited. */
async function takeInLooks(looks: readonly Look[], { cashier, page, file }: Taken): Promise<void> {
  for (const look of looks) {
    await page.setViewportSize({ width: look.width, height: look.height })
    await wear(cashier, look)
    await page.locator(`html[lang=${look.language}]`).waitFor()
    const picture = await page.screenshot({ animations: 'disabled' })
    await writeFile(`${file}.${look.name}.webp`, await asWebp(picture))
  }
  await page.setViewportSize({ width: 1366, height: 768 })
  await wear(cashier, { language: 'mn', theme: 'light', textSize: 100 })
}

type Drawn = { readonly beside: Page; readonly folder: string }

async function takeSheet({ name, look, html }: Sheet, { beside, folder }: Drawn): Promise<void> {
  console.error(`… ${name}`)
  const page = await beside.context().newPage()
  await page.setContent(html)
  const picture = await page.locator('img, table').first().screenshot()
  await page.close()
  await writeFile(join(folder, `${name}.${look}.webp`), await asWebp(picture))
}

/** A tenth of the PNG, and nothing that an eye would miss: there are hundreds of them in the repository. */
async function asWebp(png: Buffer): Promise<Buffer> {
  const drawn = await loadImage(png)
  const canvas = createCanvas(drawn.width, drawn.height)
  canvas.getContext('2d').drawImage(drawn, 0, 0)
  return canvas.encode('webp', 45)
}
