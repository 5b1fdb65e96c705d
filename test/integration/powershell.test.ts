/** The child process that stands between the till and Windows. */
import { expect, onTestFinished, test } from 'vitest'
import { machineClock } from '../../main/environment.ts'
import { powerShell } from '../../main/printing/index.ts'
import { fakePowerShell } from '../support/fake-powershell.ts'
import { fastClock } from '../support/fast-clock.ts'

test('a PowerShell that the system does not let start is refused, and may be tried again', async () => {
  // The system refuses so long an argument within the call, as Windows does with a program that a policy forbids.
  const shell = powerShell({ clock: machineClock, command: [process.execPath, 'x'.repeat(3_000_000)] })
  for (const _ of [1, 2]) expect(await shell.ask({ do: 'queue' }, 1_000)).toMatchObject({ kind: 'refused' })
})

test('a PowerShell that is killed before it is ready has no request, so that none has had its effect', async () => {
  const { shell, requests } = fakePowerShell(fastClock(20), { start: 'slowly' })
  expect(await shell.ask({ do: 'print' }, 1_000)).toMatchObject({ kind: 'refused', why: 'ETIMEDOUT' })
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
