/**
 * The C# of resources/windows/printers.ps1 against a stand-in for winspool.drv. It runs where Mono and a C compiler are:
 * nothing else shows here that it compiles as C# 5, and that it reads the structures of Windows.
 */
import { execFileSync } from 'node:child_process'
import { copyFileSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { needs, programsMissing } from '../../support/needs.ts'
import { temporaryFolder } from '../../support/temporary-folder.ts'

const root = join(import.meta.dirname, '..', '..', '..')
const support = join(root, 'test', 'support', 'windows-spooler')
const noMono = programsMissing('mcs', 'mono', 'cc')

/** Runs these lines one after the other on an empty queue, and returns what each answered. */
function run(...lines: readonly (readonly (string | number)[])[]): readonly string[] {
  const folder = temporaryFolder()
  const script = readFileSync(join(root, 'resources', 'windows', 'printers.ps1'), 'utf8')
  writeFileSync(join(folder, 'Spooler.cs'), /\$spooler = @'\n(.*?)\n'@/s.exec(script)?.[1] ?? '')
  copyFileSync(join(support, 'Drive.cs'), join(folder, 'Drive.cs'))
  const make = (program: string, ...args: string[]) => execFileSync(program, args, { cwd: folder })
  make('mcs', '-langversion:5', '-out:drive.exe', 'Spooler.cs', 'Drive.cs')
  const library = join(folder, 'libwinspool.so')
  make('cc', '-shared', '-fPIC', '-Wall', '-Werror', '-o', library, join(support, 'winspool.c'))
  writeFileSync(
    join(folder, 'drive.exe.config'),
    `<configuration><dllmap dll="winspool.drv" target="${library}"/></configuration>`,
  )
  const input = lines.map((line) => `${line.join('\t')}\n`).join('')
  return execFileSync('mono', ['drive.exe'], { cwd: folder, input }).toString().trimEnd().split('\n')
}

const MARK = 'Tugrik POS KASS-1: '
const OURS = `${MARK}K01-261120-0147`

test('a job is made, kept, looked at and removed by the calls of Windows', ({ skip }) => {
  needs(skip, noMono, { expectedOn: [] })
  expect(
    run(
      ['queue', 'x'],
      ['queue', '?'],
      ['print', MARK, OURS],
      ['job', 1, OURS],
      ['status', 1, 0x2080],
      ['end', 1, OURS],
      ['count'],
    ),
  ).toEqual([
    'attributes=64; queue=16',
    'error=OpenPrinter 1801',
    `document=${OURS}; job=1; kept=True`,
    'attributes=64; job=8192; otherPrints=False; queue=16',
    '',
    `attributes=64; job=${0x2081}; otherPrints=False; queue=16; removed=True`,
    'count=0',
  ])
})

test('a job of another program that has the id of ours after the spooler’s restart is not ours, and stays', ({
  skip,
}) => {
  needs(skip, noMono, { expectedOn: [] })
  const [, , , look, end, left] = run(
    ['print', MARK, OURS],
    ['restart'],
    ['add', 'Монголын тайлан.docx', 0x2080],
    ['job', 1, OURS],
    ['end', 1, OURS],
    ['count'],
  )
  expect(look).toContain('job=null')
  expect(end).toMatch(/job=null.*removed=False/)
  expect(left).toBe('count=1')
})

test('jobs of this till that are left over go before the next print, and those of another till stay', ({
  skip,
}) => {
  needs(skip, noMono, { expectedOn: [] })
  const answers = run(
    ['add', OURS, 0x40], // waits for paper, and a person chose to print it again
    ['add', `${MARK}K01-261120-0146`, 0x2080],
    ['add', 'Tugrik POS KASS-2: K02-261120-0099', 0x2080],
    ['print', MARK, OURS],
    ['find', OURS],
    ['count'],
  )
  expect(answers.slice(3)).toEqual([
    `document=${OURS}; job=4; kept=True`,
    `document=${OURS}; job=4; kept=True`,
    'count=2',
  ])
})
