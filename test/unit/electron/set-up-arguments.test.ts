import { expect, test } from 'vitest'
import { refusedArguments } from '../../../main/electron/command-line.ts'
import { setUpArguments } from '../../../main/electron/set-up-arguments.ts'

test('a till that is not asked to set itself up takes no argument of it', () => {
  expect(setUpArguments(['--terminal', 'K07', '--dry-run'])).toBeNull()
})

test('the file, the file of the code, the terminal code and the kind of run are read in any order', () => {
  const one = [
    '--dry-run',
    '--terminal',
    'K07',
    '--set-up',
    'a.json',
    '--code-file',
    'code.txt',
    '--take-over',
    '--older-file',
  ]
  expect(setUpArguments(one)).toEqual({
    asked: {
      file: 'a.json',
      codeFile: 'code.txt',
      terminal: 'K07',
      takeOver: true,
      olderFile: true,
      dryRun: true,
    },
    others: [],
  })
  const alone = {
    file: 'a.json',
    codeFile: null,
    terminal: null,
    takeOver: false,
    olderFile: false,
    dryRun: false,
  }
  expect(setUpArguments(['--ozone-platform=headless', '--set-up', 'a.json'])).toEqual({
    asked: alone,
    others: [],
  })
})

test.each([
  ['--remote-debugging-port=9222'],
  ['--inspect-brk'],
  ['--code', '12345'],
  ['--ozone-platform=x11'],
  ['--terminal'],
  ['--terminal', '--inspect-brk'],
  ['--set-up', 'another.json'],
  ['/tmp/x'],
])('beside a set-up a packaged till still refuses %s', (...more) => {
  const others = setUpArguments(['--set-up', 'a.json', ...more])?.others ?? []
  expect(refusedArguments(others, { isRoot: true, platform: 'linux' })).toEqual(more)
})

test('the option after a --set-up without a file is not taken for the file', () => {
  expect(setUpArguments(['--set-up'])).toMatchObject({ asked: { file: '' }, others: [] })
  expect(setUpArguments(['--set-up', '--dry-run'])).toMatchObject({
    asked: { file: '', dryRun: true },
    others: [],
  })
  expect(setUpArguments(['--set-up', '--inspect-brk'])?.others).toEqual(['--inspect-brk'])
})
