/**
 * The product's terminal with named steps and a clock that runs fast and can be set. The torture starts and kills it.
 */
import type { Clock } from '../../../main/base/clock-and-log.ts'
import { fastClock } from '../../run/hosts/fast-clock.ts'
import { folderVault } from '../../run/hosts/folder-vault.ts'
import { serveTerminal } from '../../run/hosts/serve-terminal.ts'
import { nameSteps } from './steps.ts'

/** In real time, like the time limits of the service's client: a service that hangs must not hold up the whole run. */
const TIMEOUTS = { connectMs: 1_000, headersMs: 600, bodyMs: 600, answerMs: 700 }

const { TORTURE_CRASH_POINTS: crashPoints, TORTURE_SHARE: share } = process.env
const { TORTURE_SPEED: speed, TORTURE_SINCE: since, TORTURE_AHEAD: ahead } = process.env
if (crashPoints === undefined) throw new Error('TORTURE_CRASH_POINTS does not name the file of crash points')
nameSteps(crashPoints, Number(share))

let aheadMs = Number(ahead)
const right = fastClock(Number(speed), Number(since))
const clock: Clock = { ...right, now: () => right.now() + aheadMs }
await serveTerminal({
  clock,
  timeouts: TIMEOUTS,
  // A till that is killed still knows its password for the shop database.
  vault: folderVault(String(process.env.TUGRIK_DATA)),
  setClock: (ms) => {
    aheadMs = ms
  },
})
