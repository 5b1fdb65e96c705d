import { expect, test } from 'vitest'
import { refusedArguments } from '../../../main/electron/command-line.ts'
import { diagnoseArguments } from '../../../main/electron/diagnose-arguments.ts'

test('a till that is not asked to diagnose takes no argument of it', () => {
  expect(diagnoseArguments(['--json', '--out', '/tmp/x'])).toBeNull()
  expect(diagnoseArguments([])).toBeNull()
})

test('a diagnosis prints text or JSON, and writes a file where it is asked to', () => {
  expect(diagnoseArguments(['--diagnose'])).toEqual({ asked: { json: false, out: null }, others: [] })
  expect(diagnoseArguments(['--diagnose', '--json', '--out', 'x.json'])).toEqual({
    asked: { json: true, out: 'x.json' },
    others: [],
  })
  expect(diagnoseArguments(['--ozone-platform=headless', '--diagnose'])?.others).toEqual([])
})

test.each([
  ['--remote-debugging-port=9222'],
  ['--inspect-brk'],
  ['--out=/tmp/x'],
  ['--ozone-platform=x11'],
  ['--out', '--inspect-brk'],
  ['/tmp/x'],
])('beside a diagnosis a packaged till still refuses %s', (...more) => {
  const others = diagnoseArguments(['--diagnose', ...more])?.others ?? []
  expect(refusedArguments(others, { isRoot: true, platform: 'linux' })).toEqual(more)
})
