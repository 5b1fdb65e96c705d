/** The child process that stands between the till and Windows. */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { machineClock } from '../../../main/base/clock-and-log.ts'
import { powerShell } from '../../../main/paper/print/index.ts'
import { fakePowerShell } from '../../support/fake-powershell.ts'
import { fastClock } from '../../support/fast-clock.ts'
import { temporaryFolder } from '../../support/temporary-folder.ts'

test('a PowerShell that the system does not let start is refused, and may be tried again', async () => {
  // The system refuses so long an argument within the call, as Windows does with a program that a policy forbids.
  const shell = powerShell({ clock: machineClock, command: [process.execPath, 'x'.repeat(3_000_000)] })
  for (const _ of [1, 2]) expect(await shell.ask({ do: 'queue' }, 1_000)).toMatchObject({ kind: 'refused' })
})

test('a PowerShell that is killed before it is ready has no request, so that none has had its effect', async () => {
  const { shell, requests } = fakePowerShell(fastClock(20), { start: 'slowly' })
  expect(await shell.ask({ do: 'print' }, 1_000)).toMatchObject({ kind: 'late', why: 'ETIMEDOUT' })
  expect(requests()).toEqual([])
})

test('Windows PowerShell gets no module folders of the PowerShell that started the till', async () => {
  const shell = powerShell({
    clock: machineClock,
    command: [
      process.execPath,
      '-e',
      'console.log(JSON.stringify({ refused: String(process.env.psModulePath) }))',
    ],
    environment: { ...process.env, psModulePath: 'C:\\Program Files\\PowerShell\\7\\Modules' },
  })
  onTestFinished(shell.end)
  expect(await shell.ask({ do: 'queue' }, 10_000)).toEqual({ kind: 'refused', why: 'undefined' })
})

test('the data of a print stay out of the request, which Windows may log, and have a line of their own', async () => {
  const seen = join(temporaryFolder(), 'lines')
  const program = `const { createInterface } = require('node:readline')
    console.log('{"ready":true}')
    let lines = []
    createInterface({ input: process.stdin }).on('line', (line) => {
      if (lines.push(line) === 2) {
        require('node:fs').writeFileSync(${JSON.stringify(seen)}, lines.join('\\n'))
        console.log('{"id":1}')
      }
    })`
  const shell = powerShell({ clock: machineClock, command: [process.execPath, '-e', program] })
  onTestFinished(shell.end)
  await shell.ask({ do: 'print', data: Buffer.from('АВ 12345678') }, 10_000)
  const [request = '', data = ''] = readFileSync(seen, 'utf8').split('\n')
  expect(JSON.parse(request)).toEqual({ do: 'print', data: true, id: 1 })
  expect(Buffer.from(data, 'base64').toString()).toBe('АВ 12345678')
})
