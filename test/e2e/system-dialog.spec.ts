/** Real system dialogs, answered with a real keyboard, which a page cannot do. */
import { cpSync, readdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Page } from '@playwright/test'
import { type Host, openHost } from '../../scripts/run/hosts/index.ts'
import { inProject } from '../../scripts/run/setup/project.mjs'
import { expect, inElectron, skip, test } from '../support/hosts.ts'
import { needs } from '../support/needs.ts'
import { displayMissing, openDisplay } from '../support/own-display.ts'
import { inOwnElectron } from '../support/own-electron.ts'

type Display = Awaited<ReturnType<typeof openDisplay>>

/** A till on a display of its own, without a practice service of the test. */
async function withTill(dataFolder: string, use: (host: Host, display: Display) => Promise<void>) {
  const display = await openDisplay()
  try {
    const electron = { args: [], env: display.env }
    const host = await openHost('electron', { dataFolder, practice: null, electron })
    try {
      await use(host, display)
    } finally {
      await host.kill()
    }
  } finally {
    display.close()
  }
}

/** Sends a command that waits for a person. */
const lookInto = (page: Page, folder: string) =>
  page.evaluate(async (wanted) => {
    const reply = await window.pos.call('listCopies', { folder: wanted })
    return reply.ok ? 'accepted' : reply.error.name
  }, folder)

const TITLE = 'Tugrik POS'

/** Waits until the dialog is open and has the keyboard focus. */
async function dialogOn({ windows, focused }: Display): Promise<void> {
  await expect.poll(() => windows(TITLE).length).toBe(2)
  const [page] = windows(TITLE).toSorted((a, b) => Number(a) - Number(b)) // X numbers windows upwards
  await expect.poll(() => windows(TITLE).includes(focused()) && focused() !== page).toBe(true)
}

test.beforeEach(() => {
  needs(skip, displayMissing())
})

for (const [what, keys, outcome] of [
  ['Enter, which a scanner types after each code, refuses', ['Return'], 'NOT_CONFIRMED'],
  ['Escape refuses', ['Escape'], 'NOT_CONFIRMED'],
  ['a person who goes to “Yes” and presses Enter agrees', ['Tab', 'Return'], 'accepted'],
] as const)
  test(`a system dialog: ${what}`, inElectron('dialogs of the system'), async () => {
    const info = test.info()
    await withTill(info.outputPath('data'), async ({ page }, display) => {
      const answer = lookInto(page, info.outputDir)
      await dialogOn(display)
      display.press(...keys)
      expect(await answer).toBe(outcome)
      await expect.poll(() => display.windows(TITLE)).toHaveLength(1)
    })
  })

test(
  'a page cannot answer a system dialog with a key, a click or a script',
  inElectron('dialogs of the system'),
  async () => {
    const info = test.info()
    await withTill(info.outputPath('data'), async ({ page }, display) => {
      let answer: string | null = null
      const answering = lookInto(page, info.outputDir).then((outcome) => (answer = outcome))
      await dialogOn(display)
      for (const key of ['Tab', 'Enter', 'y']) await page.keyboard.press(key)
      await page.mouse.click(250, 90)
      await page.evaluate(() => {
        for (const key of ['Tab', 'Enter'])
          document.activeElement?.dispatchEvent(new KeyboardEvent('keydown', { key, bubbles: true }))
        window.focus()
        return window.pos.call('getView')
      })
      expect(answer).toBeNull()
      expect(display.windows(TITLE)).toHaveLength(2)
      display.press('Escape')
      expect(await answering).toBe('NOT_CONFIRMED')
    })
  },
)

test(
  'a system dialog closes with its window, and the next one opens',
  inElectron('dialogs of the system'),
  async () => {
    const info = test.info()
    await withTill(info.outputPath('data'), async (host, display) => {
      lookInto(host.page, info.outputDir).catch(() => {}) // the page is gone before the answer
      await dialogOn(display)
      await host.closePage()
      await expect.poll(() => display.windows(TITLE)).toHaveLength(1)
      const answer = lookInto(host.page, info.outputDir)
      await dialogOn(display)
      display.press('Tab', 'Return')
      expect(await answer).toBe('accepted')
    })
  },
)

for (const lost of ['till', 'texts'])
  test(
    `a program whose file “${lost}” is damaged says at its start that it cannot start`,
    inElectron('dialogs of the system'),
    async () => {
      const info = test.info()
      const program = info.outputPath('program')
      for (const part of ['package.json', 'out/main', 'out/preload', 'out/renderer'])
        cpSync(inProject(part), join(program, part), { recursive: true })
      const folder = join(program, 'out/main')
      const damaged = readdirSync(folder).filter((name) => name.startsWith(`${lost}-`))
      expect(damaged).not.toEqual([])
      for (const name of damaged) writeFileSync(join(folder, name), 'throw new Error("damaged")')
      const display = await openDisplay()
      try {
        await inOwnElectron({ dataFolder: info.outputPath('data'), program, env: display.env }, async () => {
          await expect.poll(() => display.windows('Error')).toHaveLength(1)
        })
      } finally {
        display.close()
      }
    },
  )
