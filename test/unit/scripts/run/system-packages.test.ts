import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { delimiter, join } from 'node:path'
import { beforeEach, expect, test, vi } from 'vitest'
import { installPackages } from '../../../../scripts/run/setup/system-packages.ts'
import { temporaryFolder } from '../../../support/temporary-folder.ts'

const SIZE = 'Need to get 81.2 MB of archives.'
let calls = ''

/** A program in place of apt-get, which keeps its arguments and tells a size. */
beforeEach(() => {
  const folder = temporaryFolder()
  calls = join(folder, 'calls')
  const script = `#!/bin/sh\necho "$*" >>${calls}\necho '${SIZE}'\n`
  writeFileSync(join(folder, 'apt-get'), script, { mode: 0o755 })
  vi.stubEnv('PATH', [folder, process.env.PATH].join(delimiter))
  vi.spyOn(process, 'getuid').mockReturnValue(0)
})

const isPosix = process.platform !== 'win32'

test.runIf(isPosix)(
  'root is told what apt-get will install, and how large it is, before it does',
  async () => {
    const seen: (readonly [line: string, calls: string])[] = []
    vi.spyOn(console, 'log').mockImplementation((line) => {
      seen.push([line, existsSync(calls) ? readFileSync(calls, 'utf8') : ''])
    })
    await installPackages('for the browser host', ['chromium'])
    expect(seen[0]).toEqual([
      'You are root, so apt-get installs what is missing for the browser host: chromium. TUGRIK_NO_INSTALL=1 forbids it.',
      '',
    ])
    const size = seen.find(([line]) => line === `  apt-get: ${SIZE}`)
    expect(size?.[1]).not.toContain('-y')
    expect(readFileSync(calls, 'utf8')).toMatch(/^install -y .*chromium$/m)
  },
)

test.runIf(isPosix)('with TUGRIK_NO_INSTALL=1 root installs nothing, and is told what to type', async () => {
  vi.stubEnv('TUGRIK_NO_INSTALL', '1')
  await expect(installPackages('for the browser host', ['chromium'])).rejects.toThrow(
    /^for the browser host, type: apt-get install -y chromium$/,
  )
  expect(existsSync(calls)).toBe(false)
})
