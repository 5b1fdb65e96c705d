import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { refusedArguments } from '../../../../main/electron/command-line.ts'
import { inProject } from '../../../../scripts/run/setup/project.mjs'

const PLATFORMS = ['linux', 'darwin', 'win32'] as const

test('a packaged till takes no argument', () => {
  expect(refusedArguments([], { isRoot: false, platform: 'linux' })).toEqual([])
  const given = [
    '--remote-debugging-port=9222',
    '--remote-debugging-pipe',
    '--inspect-brk',
    '--js-flags=--expose-gc',
    '--proxy-server=127.0.0.1:8080',
    '--host-rules=MAP * 127.0.0.1',
    '--load-extension=/tmp/x',
    '--disable-web-security',
    '--user-data-dir=/tmp/x',
    '--a-switch-of-next-year',
    '-inspect',
    '/remote-debugging-port=9222',
    'file.txt',
  ]
  for (const platform of PLATFORMS)
    for (const isRoot of [false, true]) expect(refusedArguments(given, { isRoot, platform })).toEqual(given)
})

test('only root may start a packaged till without Chromium’s sandbox', () => {
  const root = { isRoot: true, platform: 'linux' } as const
  expect(refusedArguments(['--no-sandbox'], root)).toEqual([])
  expect(refusedArguments(['--no-sandbox'], { ...root, isRoot: false })).toEqual(['--no-sandbox'])
  expect(refusedArguments(['--no-sandbox=1', '--no-sandbox-and-elevated'], root)).toHaveLength(2)
})

/** What the installer, made from electron-builder's template, may pass to the program that it starts. */
function givenByInstaller(): readonly string[] {
  const folder = inProject('node_modules/app-builder-lib/templates/nsis')
  const given = globSync('**/*.{nsh,nsi}', { cwd: folder }).flatMap((file) => {
    const text = readFileSync(join(folder, file), 'utf8')
    const starts = [...text.matchAll(/^\s*\$\{StdUtils\.ExecShellAsUser\} .*"\$(\w+)"$/gm)]
    return starts.flatMap(([, variable]) =>
      [...text.matchAll(new RegExp(`StrCpy \\$${variable} "(.*)"`, 'g'))].map(([, text = '']) => text),
    )
  })
  return [...new Set(given)].filter((argument) => argument !== '')
}

test('on Windows a packaged till takes the one argument that its installer passes after an update', () => {
  const given = givenByInstaller()
  expect(given).toHaveLength(1)
  const on = (platform: NodeJS.Platform, more: readonly string[] = []) =>
    refusedArguments([...given, ...more], { isRoot: false, platform })
  expect(on('win32')).toEqual([])
  expect(on('win32', ['--inspect', `${given}=1`])).toEqual(['--inspect', `${given}=1`])
  for (const platform of ['linux', 'darwin'] as const) expect(on(platform)).toEqual(given)
})
