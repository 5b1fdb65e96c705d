/** The process of PowerShell: what it may not do is told, and what it did not read had no effect. */
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { machineClock } from '../../../main/environment.ts'
import { powerShell, spoolerPrinter, profileNamed } from '../../../main/printing/index.ts'
import { fastClock } from '../../support/fast-clock.ts'
import { printRequest, printThrough } from '../../support/print-request.ts'
import { temporaryFolder } from '../../support/temporary-folder.ts'

test('a PowerShell that the system does not let start is told, and nothing was printed', async () => {
  // Linux refuses so long an argument as Windows refuses a program that a policy forbids: the call itself throws.
  const shell = powerShell({ clock: machineClock, command: [process.execPath, 'x'.repeat(300_000)] })
  expect(await shell.ask({ do: 'queue' }, 1000)).toMatchObject({ kind: 'refused' })
  const driver = spoolerPrinter({ queue: 'q', profile: profileNamed('escpos'), shell, clock: machineClock })
  expect(await printThrough(driver, printRequest(16))).toMatchObject({
    printed: false,
    failure: { name: 'PRINTER_SPOOLER_REFUSED' },
  })
})

/** A program in place of PowerShell, which is never ready. It prints what it is given. */
function neverReady() {
  const paper = join(temporaryFolder(), 'paper')
  const program = join(temporaryFolder(), 'never-ready.mjs')
  writeFileSync(
    program,
    `import { appendFileSync } from 'node:fs'
process.stdout.write('a notice\\n')
process.stdin.on('data', (data) => appendFileSync(process.argv[2], data))`,
  )
  const shell = powerShell({ clock: fastClock(200), command: [process.execPath, program, paper] })
  onTestFinished(shell.end)
  return { shell, paper }
}
