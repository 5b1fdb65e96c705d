import { expect, test } from 'vitest'
import { refusedArguments } from '../../../main/electron/command-line.ts'

test('a packaged till takes no argument', () => {
  expect(refusedArguments([], false)).toEqual([])
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
  for (const isRoot of [false, true]) expect(refusedArguments(given, isRoot)).toEqual(given)
})

test('only root may start a packaged till without Chromium’s sandbox', () => {
  expect(refusedArguments(['--no-sandbox'], true)).toEqual([])
  expect(refusedArguments(['--no-sandbox'], false)).toEqual(['--no-sandbox'])
  expect(refusedArguments(['--no-sandbox=1', '--no-sandbox-and-elevated'], true)).toHaveLength(2)
})
