/** `--diagnose`: from a shell, beside a running till and for one that does not start, without a change in its data. */
import { spawn } from 'node:child_process'
import { createHash } from 'node:crypto'
import { once } from 'node:events'
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { attach } from '../../scripts/run/hosts/electron-host.ts'
import { executableOf } from '../../scripts/run/hosts/index.ts'
import { isRoot } from '../../scripts/run/setup/machine.ts'
import { inProject } from '../../scripts/run/setup/project.mjs'
import { TEXTS } from '../../shared/texts/index.ts'
import { expect, inElectron, test } from '../support/hosts.ts'
import { inOwnElectron } from '../support/own-electron.ts'

async function diagnose(folder: string, ...args: string[]) {
  const child = spawn(
    executableOf('electron'),
    [...(isRoot() ? ['--no-sandbox'] : []), inProject('.'), '--diagnose', ...args],
    { env: { ...process.env, TUGRIK_DATA: folder }, stdio: ['ignore', 'pipe', 'pipe'] },
  )
  const [printed, said] = await Promise.all([text(child.stdout), text(child.stderr), once(child, 'exit')])
  return { printed, said, code: child.exitCode }
}

/** The content of each file of the data folder, by the file's name. */
const contentOf = (folder: string): readonly string[] =>
  readdirSync(folder, { withFileTypes: true, recursive: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name))
    .toSorted()
    .map((file) => `${file} ${createHash('sha256').update(readFileSync(file)).digest('hex')}`)

test(
  'the checks are printed while the till runs, and the till goes on',
  inElectron('the command line of the product'),
  async () => {
    const info = test.info()
    const folder = info.outputPath('data')
    const out = info.outputPath('diagnostics.json')
    await inOwnElectron({ dataFolder: folder }, async (till) => {
      const page = await attach(till.port)
      const { printed, code } = await diagnose(folder, '--out', out)
      expect(printed).toContain('[ ok ] Борлуулалтын бүртгэл: Бичигдэж, уншигдаж байна.')
      expect(code).toBe(0)
      const made = JSON.parse(readFileSync(out, 'utf8'))
      expect(made).toMatchObject({ settings: { mode: 'test' }, counts: { sales: 0, damagedFiles: 0 } })
      expect(made.log.length).toBeGreaterThan(0)
      expect(await page.evaluate(() => window.pos.call('getView'))).toMatchObject({ ok: true })
    })
  },
)

test(
  'the checks are printed also where the file cannot be written, and the reason is told in the shop’s language',
  inElectron('the command line of the product'),
  async () => {
    const info = test.info()
    const out = join(info.outputPath('data'), 'missing', 'diagnostics.json')
    const { printed, said, code } = await diagnose(info.outputPath('data'), '--out', out)
    expect(printed).toContain('Борлуулалтын бүртгэл')
    expect(said).toContain(TEXTS.mn['failure.NOT_SAVED'])
    expect(said).toContain('ENOENT')
    expect(code).toBe(2)
  },
)

test(
  'a till that does not start is diagnosed, with what is wrong, and its data stay as they are',
  inElectron('the command line of the product'),
  async () => {
    const info = test.info()
    const folder = info.outputPath('data')
    mkdirSync(folder, { recursive: true })
    writeFileSync(join(folder, 'journal-test.sqlite'), 'no journal at all, '.repeat(400))
    const before = contentOf(folder)
    const { printed, code } = await diagnose(folder, '--json')
    const { health } = JSON.parse(printed) as { health: readonly { check: string; state: string }[] }
    expect(health.find(({ check }) => check === 'journal')).toMatchObject({
      state: 'bad',
      finding: 'journal.failed',
      failure: 'JOURNAL_DAMAGED',
    })
    expect(code).toBe(1)
    expect(contentOf(folder)).toEqual(before)
  },
)
