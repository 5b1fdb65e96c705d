/**
 * The packaged app: what is in it, and that it runs as it is installed. The specs with the tag @packaged run in it, too.
 * Those here have the tag @installed: they need no other host.
 */
import { execFileSync } from 'node:child_process'
import {
  copyFileSync,
  existsSync,
  globSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import { machineClock, silentLog } from '../../main/base/clock-and-log.ts'
import { storeSettings } from '../../scripts/run/hosts/host.ts'
import { openElectronHost, openHost } from '../../scripts/run/hosts/index.ts'
import { makeDeb } from '../../scripts/run/package/deb.ts'
import { MATERIALS, NOTICES } from '../../scripts/run/package/inside.ts'
import { COPY, PACKED } from '../../scripts/run/package/packaged-app.ts'
import { differences, pack, wrongFuses } from '../../scripts/run/packing.ts'
import { practiceControl, startPracticeWithFaults } from '../../scripts/run/practice/index.ts'
import { isRoot } from '../../scripts/run/setup/machine.ts'
import { inProject } from '../../scripts/run/setup/project.mjs'
import { FIRST_SETTINGS } from '../../shared/shop/settings.ts'
import { expect, skip, test } from '../support/hosts.ts'
import { keyringMissing, openKeyring } from '../support/keyring.ts'
import { needs, programsMissing, systemLacks } from '../support/needs.ts'
import { OWN_GOODS, OWN_SELLER } from '../support/own-shop.ts'
import { cashSale, charge, ringUp, viewOf } from '../support/till-actions.ts'

const NOBODY = 65_534
const PROGRAM = '/opt/Tugrik POS/tugrik-pos'

test.describe.configure({ mode: 'default' })

test('the packed program has the fuses that electron-builder.yml asks for', { tag: '@installed' }, () => {
  expect(wrongFuses(PACKED)).toEqual([])
})

test('native code of this machine alone lies beside the archive', { tag: '@installed' }, () => {
  const native = globSync(join(PACKED, '**/app.asar.unpacked/**/*.node'))
  expect(native).toHaveLength(1)
  expect(native[0]).toContain(process.platform)
  expect(native[0]).toContain(process.arch)
})

test('the notices and the bill of materials name what is inside, each with its licence', {
  tag: '@installed',
}, () => {
  const [notices = '', materials = ''] = [NOTICES, MATERIALS].map((name) => {
    const [file] = globSync(join(PACKED, '**', name))
    return readFileSync(String(file), 'utf8')
  })
  const { components, metadata } = JSON.parse(materials) as {
    readonly components: readonly { readonly purl: string; readonly licenses?: readonly unknown[] }[]
    readonly metadata: { readonly component: { readonly name: string } }
  }
  expect(metadata.component.name).toBe('tugrik-pos')
  // Bundled in the main process, bundled in a page, packed as it is, native, and the program itself.
  for (const name of ['zod', 'react', 'undici', '@napi-rs/canvas', 'electron']) {
    expect(notices).toMatch(new RegExp(`^${name} \\d`, 'm'))
    const part = components.find(({ purl }) => purl.startsWith(`pkg:npm/${name.replace('@', '%40')}@`))
    expect(part?.licenses, name).toHaveLength(1)
  }
  for (const { purl } of components)
    expect(notices).toContain(
      `\n${purl
        .slice('pkg:npm/'.length)
        .replace(/(?<=.)@/, ' ')
        .replace('%40', '@')}`,
    )
})

test('packed again beside a stray folder of out/, the app has the same files', {
  tag: '@installed',
}, async ({ dataFolder }) => {
  test.setTimeout(300_000)
  const stray = inProject('out/stray')
  mkdirSync(stray, { recursive: true })
  try {
    writeFileSync(join(stray, 'index.js'), '')
    await pack('Packaging again', dataFolder)
  } finally {
    rmSync(stray, { recursive: true })
  }
  expect(differences(PACKED, dataFolder)).toEqual([])
})

test('with a keyring the packaged till keeps a merchant’s password over a restart', {
  tag: '@installed',
}, async ({ dataFolder }) => {
  needs(skip, keyringMissing())
  const endings: (() => void | Promise<void>)[] = []
  const practice = await startPracticeWithFaults({ clock: machineClock, log: silentLog })
  try {
    const { url: baseUrl, username, password, invoice_code: invoiceCode } = practice.address
    const merchant = { baseUrl, username, invoiceCode }
    // The till already has this merchant, so no system dialog asks to confirm it.
    await storeSettings(dataFolder, { ...FIRST_SETTINGS, shop: OWN_SELLER, merchant })
    const electron = {
      args: ['--password-store=gnome-libsecret'],
      env: await openKeyring((work) => endings.unshift(work)),
    }
    const open = async () => {
      const host = await openHost('packaged', { dataFolder, practice: null, electron })
      endings.unshift(host.kill)
      return host
    }
    const first = await open()
    const typed = { ...merchant, password }
    expect(await first.page.evaluate((one) => window.pos.call('connectMerchant', one), typed)).toMatchObject({
      ok: true,
      value: { passwordKept: true },
    })
    const [goods] = OWN_GOODS
    await first.page.evaluate((one) => window.pos.call('saveGoods', { was: null, goods: one }), goods)
    await first.close()

    const second = await open()
    expect(await viewOf(second.page)).toMatchObject({ mode: 'live' })
    await ringUp(second.page, 'талх')
    const { invoiceId } = await charge(second.page)
    expect((await practiceControl(practice.address).state()).invoices).toContainEqual(
      expect.objectContaining({ invoice_id: invoiceId }),
    )
  } finally {
    for (const end of endings) await end()
    await practice.stop()
  }
})

test('a deb is installed, sells for an ordinary user inside Chromium’s sandbox, and leaves the data when it is removed', {
  tag: '@installed',
}, async ({ dataFolder }) => {
  if (!isRoot()) skip('only root may install a deb')
  needs(skip, debMissing())
  test.setTimeout(300_000)
  const made = join(dataFolder, 'made')
  const home = join(dataFolder, 'home')
  const data = join(home, 'till')
  await makeDeb(COPY, made)
  const [deb = ''] = globSync(join(made, '*.deb'))
  await mkdirs(home, data)
  await storeSettings(data, FIRST_SETTINGS)
  const display = join(home, 'display')
  if (process.env.XAUTHORITY) copyFileSync(process.env.XAUTHORITY, display)
  run('chown', '-R', String(NOBODY), dataFolder)
  const practice = await startPracticeWithFaults({ clock: machineClock, log: silentLog })
  try {
    run('dpkg', '-i', deb)
    expect(readlinkSync('/usr/bin/tugrik-pos')).toMatch(/tugrik-pos$/)
    const desktop = readFileSync('/usr/share/applications/tugrik-pos.desktop', 'utf8')
    expect(desktop).toContain('Name[mn]=')
    expect(existsSync('/usr/share/icons/hicolor/512x512/apps/tugrik-pos.png')).toBe(true)

    const host = await openElectronHost(
      {
        executable: PROGRAM,
        dataFolder: data,
        practice: practice.address,
        electron: {
          user: NOBODY,
          env: { HOME: home, XAUTHORITY: display, XDG_RUNTIME_DIR: home, TMPDIR: home },
        },
      },
      [],
    )
    try {
      await cashSale(host.page)
      const pages = renderers()
      expect(pages.length).toBeGreaterThan(0)
      for (const page of pages) expect(page).toEqual({ user: NOBODY, filtered: true, ownProcesses: true })
      await host.close()
    } finally {
      await host.kill()
    }
    const kept = readdirSync(data)
    expect(kept).toContain('journal-test.sqlite')

    run('dpkg', '--purge', 'tugrik-pos')
    expect(existsSync(PROGRAM)).toBe(false)
    expect(existsSync('/usr/bin/tugrik-pos')).toBe(false)
    expect(readdirSync(data)).toEqual(kept)
  } finally {
    if (isInstalled()) run('dpkg', '--purge', 'tugrik-pos')
    await practice.stop()
  }
})

const run = (command: string, ...args: readonly string[]): string =>
  execFileSync(command, args, { encoding: 'utf8', stdio: ['ignore', 'pipe', 'pipe'] })

const mkdirs = (...folders: readonly string[]): void => {
  for (const folder of folders) mkdirSync(folder)
}

function debMissing(): string | null {
  const elsewhere = systemLacks('linux', 'a deb is for Linux')
  if (elsewhere !== null) return elsewhere
  const missing = programsMissing('dpkg', 'dpkg-deb', 'dpkg-query')
  if (missing !== null) return missing
  return isInstalled() ? 'Tugrik POS is installed on this machine' : null
}

function isInstalled(): boolean {
  try {
    return run('dpkg-query', '--status', 'tugrik-pos') !== ''
  } catch {
    return false // dpkg has never heard of it
  }
}

/** What the kernel says about the processes of the installed program's pages. */
function renderers() {
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .flatMap((id) => {
      try {
        const command = readFileSync(`/proc/${id}/cmdline`, 'latin1').split('\0').join(' ')
        if (!command.startsWith(PROGRAM) || !command.includes('--type=renderer')) return []
        const status = readFileSync(`/proc/${id}/status`, 'latin1')
        const [, user] = /^Uid:\s+(\d+)/m.exec(status) ?? []
        const ids = /^NSpid:\s+(.*)$/m.exec(status)?.[1]?.split(/\s+/) ?? []
        return { user: Number(user), filtered: /^Seccomp:\s+2$/m.test(status), ownProcesses: ids.length > 1 }
      } catch {
        return [] // the process has ended
      }
    })
}
