/**
 * The terminal of scripts/run/hosts/terminal-process.ts with a clock that runs ten times as fast, and goes on from
 * TUGRIK_SINCE in the process that follows a killed one.
 */
import { flushCompileCache } from 'node:module'
import { folderVault } from '../../scripts/run/hosts/folder-vault.ts'
import { serveTerminal } from '../../scripts/run/hosts/serve-terminal.ts'
import { FEW_CODE_ITERATIONS } from './cheap-hashes.ts'
import { fastClock } from './fast-clock.ts'

await serveTerminal({
  clock: fastClock(10, Number(process.env.TUGRIK_SINCE)),
  vault: folderVault(String(process.env.TUGRIK_DATA)),
  codeIterations: FEW_CODE_ITERATIONS,
})
// A killed process leaves no compile cache for the next one, which starts in half of the time with it.
flushCompileCache()
