/** The till on a desktop with a window manager: kiosk mode and its way out, and a second start. */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { text } from 'node:stream/consumers'
import type { Page } from '@playwright/test'
import type { CommandName } from '../../main/till/commands/index.ts'
import { executableOf, type Host, openHost } from '../../scripts/run/hosts/index.ts'
import { isRoot } from '../../scripts/run/setup/machine.ts'
import { inProject } from '../../scripts/run/setup/project.mjs'
import type { Reply } from '../../shared/page/index.ts'
import { expect, inElectron, skip, test } from '../support/hosts.ts'
import { needs } from '../support/needs.ts'
import { managedDisplayMissing, openManagedDisplay } from '../support/own-display.ts'
import { viewOf } from '../support/till-actions.ts'

type Desktop = Awaited<ReturnType<typeof openManagedDisplay>>
const TITLE = 'Tugrik POS'
const SCREEN = [1600, 1200]

const desk = test.extend<{ desktop: Desktop; open: () => Promise<Host> }>({
  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the names of fixtures off the pattern
  desktop: async ({}, use) => {
    needs(skip, managedDisplayMissing())
    const desktop = await openManagedDisplay()
    await use(desktop)
    desktop.close()
  },
  open: async ({ desktop, dataFolder }, use) => {
    const hosts: Host[] = []
    await use(async () => {
      const electron = { args: [], env: desktop.env }
      const host = await openHost('electron', { dataFolder, practice: null, electron })
      hosts.push(host)
      return host
    })
    for (const host of hosts) await host.kill()
  },
})

const call = (page: Page, name: CommandName, request?: object): Promise<Reply<unknown>> =>
  page.evaluate(
    ([command, asked]) =>
      (window.pos.call as (name: string, request: unknown) => Promise<never>)(command, asked),
    [name, request] as const,
  )
const sizeOf = (page: Page) => page.evaluate(() => [innerWidth, innerHeight])
const coversScreen = (page: Page) => expect.poll(() => sizeOf(page)).toEqual(SCREEN)
/** The window manager asks the window to close, as a person does. */
const ALT_F4 = 'alt+F4'

desk(
  'in kiosk mode the till covers the screen, after a restart too, and a person cannot close it',
  inElectron('windows on a desktop'),
  async ({ open, desktop }) => {
    const first = await open()
    expect(await sizeOf(first.page)).not.toEqual(SCREEN)
    await call(first.page, 'saveSettings', { kiosk: 'on' })
    await coversScreen(first.page)
    await first.close()

    const { page } = await open()
    await coversScreen(page)
    const [window = ''] = desktop.windows(TITLE)
    desktop.press(ALT_F4)
    // The window manager does this after it: whatever closes the till has come by then.
    desktop.minimize(window)
    await expect.poll(() => desktop.windows(TITLE)).toEqual([])
    expect(await viewOf(page)).toMatchObject({ settings: { kiosk: 'on' } })
  },
)

desk(
  'a manager ends kiosk mode, a cashier does not, and then a person can close the till',
  inElectron('windows on a desktop'),
  async ({ open, desktop }) => {
    const { page } = await open()
    await call(page, 'saveSettings', { kiosk: 'on' })
    const hire = (role: string, pin: string) => call(page, 'saveStaff', { id: null, name: role, role, pin })
    await hire('owner', '2580')
    const manager = await hire('manager', '7391')
    const cashier = await hire('cashier', '4826')
    const signIn = (reply: unknown, pin: string) =>
      call(page, 'signIn', { staffId: (reply as { value: { id: string } }).value.id, pin })
    const leave = () => call(page, 'saveSettings', { kiosk: 'off' })
    await coversScreen(page)

    await signIn(cashier, '4826')
    expect(await leave()).toMatchObject({ ok: false, error: { name: 'NOT_ALLOWED' } })
    await signIn(manager, '7391')
    expect(await leave()).toMatchObject({ ok: true })
    await expect.poll(() => sizeOf(page)).not.toEqual(SCREEN)
    // The keys go to the active window. While a window changes its size, none may be active.
    await expect.poll(() => desktop.active()).toBe(TITLE)
    const closed = page.waitForEvent('close')
    desktop.press(ALT_F4)
    await closed
  },
)

desk(
  'the computer shuts down although the till is in kiosk mode',
  inElectron('windows on a desktop'),
  async ({ open }) => {
    const host = await open()
    await call(host.page, 'saveSettings', { kiosk: 'on' })
    await coversScreen(host.page)
    await host.close() // SIGTERM, as the system sends it
  },
)

desk(
  'a second start shows the window of the till that runs, and ends',
  inElectron('windows on a desktop'),
  async ({ open, desktop, dataFolder }) => {
    const { page } = await open()
    const [window = ''] = desktop.windows(TITLE)
    desktop.minimize(window)
    await expect.poll(() => desktop.windows(TITLE)).toEqual([])

    const second = spawn(executableOf('electron'), [...(isRoot() ? ['--no-sandbox'] : []), inProject('.')], {
      env: { ...process.env, ...desktop.env, TUGRIK_DATA: dataFolder },
      stdio: ['ignore', 'pipe', 'ignore'],
    })
    await Promise.all([text(second.stdout), once(second, 'exit')])
    expect(second.exitCode).toBe(0)
    await expect.poll(() => desktop.windows(TITLE)).toEqual([window])
    await expect.poll(() => desktop.active()).toBe(TITLE)
    expect(await viewOf(page)).toMatchObject({ mode: 'test' })
  },
)
