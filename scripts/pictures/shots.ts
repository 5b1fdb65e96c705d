/**
 * `npm run shots [-- --only VIEW,…] [--out DIR]`: takes pictures of every view in every look, into shots-out/. The names
 * of the views are those of the walk. With `--only` the walk ends after the last of these views.
 *
 * `npm run shots -- --docs`: takes only the pictures that docs/screens/README.md shows, into docs/screens/.
 */
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { createCanvas, loadImage } from '@napi-rs/canvas'
import type { Page } from '@playwright/test'
import { machineClock, silentLog } from '../../main/base/clock-and-log.ts'
import type { Language } from '../../shared/shop/settings.ts'
import type { TextSize, Theme } from '../../shared/shop/theme.ts'
import { ensureHost, type Host, openHost } from '../run/hosts/index.ts'
import { viewOf, wear } from '../run/hosts/page-actions.ts'
import { practiceControl, startPracticeWithFaults } from '../run/practice/index.ts'
import { ensureBuild } from '../run/setup/build.ts'
import { oneAtATime } from '../run/setup/one-at-a-time.mjs'
import { SetupFailed } from '../run/setup/progress.mjs'
import { inProject } from '../run/setup/project.mjs'
import { script } from '../run/setup/script.mjs'
import { makeShopOfMonths } from './shots/month.ts'
import { FIRST_HALF, SECOND_HALF, walk } from './walk.ts'

type Look = {
  /** Part of the name of the picture's file. */
  readonly name: string
  readonly language: Language
  readonly theme: Theme
  readonly textSize: TextSize
  readonly width: number
  readonly height: number
}

const USUAL = { language: 'mn', theme: 'light', textSize: 100, width: 1366, height: 768 } as const

/** Each look changes one setting. English is also shown at 200 %, because its words have other lengths. */
const LOOKS: readonly Look[] = [
  { ...USUAL, name: 'mn' },
  { ...USUAL, name: 'mn-small', width: 1024 },
  { ...USUAL, name: 'mn-large', width: 1920, height: 1080 },
  { ...USUAL, name: 'en', language: 'en' },
  { ...USUAL, name: 'mn-dark', theme: 'dark' },
  { ...USUAL, name: 'mn-contrast', theme: 'contrast' },
  { ...USUAL, name: 'mn-200', textSize: 200 },
  { ...USUAL, name: 'en-200', language: 'en', textSize: 200 },
]

const VIEWS = { ...FIRST_HALF, ...SECOND_HALF }
/** Papers that the till prints on the walk. */
const RECEIPT = 'receipt'
const Z_PAPER = 'shift-z-paper'
const NAMES = [...Object.keys(VIEWS), RECEIPT, Z_PAPER]

/** Thrown inside the walk, to end it. */
const ALL_TAKEN = new Error('all views are taken')

await script(async () => {
  const { values } = parseArgs({
    options: {
      out: { type: 'string' },
      only: { type: 'string' },
      docs: { type: 'boolean', default: false },
    },
  })
  const { docs } = values
  const only = values.only?.split(',')
  const unknown = only?.filter((name) => !NAMES.includes(name)) ?? []
  if (unknown.length > 0)
    throw new SetupFailed(`No view has the name ${unknown.join(', ')}. The names are: ${NAMES.join(', ')}`)
  await oneAtATime(prepare)
  const folder =
    values.out === undefined ? inProject(docs ? 'docs/screens' : 'shots-out') : resolve(values.out)
  await mkdir(folder, { recursive: true })
  const shown = docs ? await readFile(join(inProject('docs/screens'), 'README.md'), 'utf8') : ''
  const isShown = (file: string): boolean => shown.includes(`(${file})`) || shown.includes(`"${file}"`)
  const left = new Set(only)
  const taken = await takeAll(
    folder,
    (view, file) => (only?.includes(view) ?? true) && (!docs || isShown(file)),
    (view) => left.delete(view) && left.size === 0,
  )
  console.log(`${taken.length} pictures in ${folder}`)
  const missed = (only ?? (docs ? [] : NAMES)).filter(
    (name) => !taken.some((file) => `${file}.`.startsWith(`${name}.`)),
  )
  if (missed.length > 0) throw new SetupFailed(`The walk did not come to ${missed.join(', ')}`)
})

async function prepare(): Promise<void> {
  await ensureBuild()
  const found = await ensureHost('browser')
  if (!('executable' in found)) throw new SetupFailed(`No browser to take pictures with: ${found.missing}`)
}

type IsWanted = (view: string, file: string) => boolean

/** Returns the names of the files, in order. */
async function takeAll(
  folder: string,
  isWanted: IsWanted,
  isLast: (view: string) => boolean,
): Promise<readonly string[]> {
  const own = await mkdtemp(join(tmpdir(), 'tugrik-shots-'))
  const startService = (dataFile: string | null) =>
    startPracticeWithFaults({ clock: machineClock, log: silentLog, dataFile })
  let practice = await startService(null)
  const open = (name: string) =>
    openHost('browser', { dataFolder: join(own, name), practice: practice.address })
  let host: Host = await open('walk')
  const taken: string[] = []
  const keep = async (file: string, picture: Uint8Array): Promise<void> => {
    console.error(`… ${file}`)
    taken.push(file)
    await writeFile(join(folder, file), picture)
  }
  const keepPaper = async (name: string, png: Uint8Array): Promise<void> => {
    if (isWanted(name, `${name}.png`)) await keep(`${name}.png`, png)
    if (isLast(name)) throw ALL_TAKEN
  }
  try {
    const till = {
      page: host.page,
      payer: practiceControl(practice.address),
      display: () => host.display(),
      restart: async () => {
        await host.kill()
        host = await open('walk')
        return host.page
      },
      months: async () => {
        await host.close()
        await practice.stop()
        await mkdir(join(own, 'months'))
        const { last, serviceFile, zPaper } = await makeShopOfMonths(join(own, 'months'))
        practice = await startService(serviceFile)
        host = await open('months')
        await keepPaper(Z_PAPER, zPaper)
        return { page: host.page, payer: practiceControl(practice.address), last }
      },
    }
    await walk(VIEWS, till, async (name, on, { page }) => {
      const fileOf = (look: Look) => `${name}.${look.name}.webp`
      const looks = LOOKS.filter((look) => isWanted(name, fileOf(look)))
      await inLooks(looks, { cashier: page, page: on }, async (look, png) =>
        keep(fileOf(look), await asWebp(png)),
      )
      if (isLast(name)) throw ALL_TAKEN
      if (name === 'paid') await keepPaper(RECEIPT, await readFile(await receiptOf(page)))
    }).catch((error) => {
      if (error !== ALL_TAKEN) throw error
    })
  } finally {
    await host.close()
    await practice.stop()
    await rm(own, { recursive: true, force: true, maxRetries: 5 })
  }
  return taken
}

/** The newest receipt, as the printer got it. */
async function receiptOf(page: Page): Promise<string> {
  const { printFolder, counter } = await viewOf(page)
  if (printFolder === null || counter === null) throw new Error('no receipt is printed')
  return join(printFolder, `${counter.sale.senderInvoiceNo}.png`)
}

type Pages = { readonly cashier: Page; readonly page: Page }

/** The looks are set on the cashier's page; the picture is of the page that is visited. */
async function inLooks(
  looks: readonly Look[],
  { cashier, page }: Pages,
  keep: (look: Look, png: Buffer) => Promise<void>,
): Promise<void> {
  for (const look of looks) {
    await page.setViewportSize({ width: look.width, height: look.height })
    await wear(cashier, look)
    await page.locator(`html[lang=${look.language}]`).waitFor()
    await keep(look, await page.screenshot({ animations: 'disabled' }))
  }
  await page.setViewportSize({ width: 1366, height: 768 })
  await wear(cashier, { language: 'mn', theme: 'light', textSize: 100 })
}

/** WebP has a tenth of the PNG's size without a visible difference. */
async function asWebp(png: Buffer): Promise<Buffer> {
  const drawn = await loadImage(png)
  const canvas = createCanvas(drawn.width, drawn.height)
  canvas.getContext('2d').drawImage(drawn, 0, 0)
  return canvas.encode('webp', 45)
}
