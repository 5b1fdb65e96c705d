/** The product's terminal with its steps named and a clock that runs fast: what torture starts and kills. */
import { fastClock } from '../hosts/fast-clock.ts'
import { serveTerminal } from '../hosts/serve-terminal.ts'
import { nameSteps } from './steps.ts'

nameSteps()
await serveTerminal(fastClock(Number(process.env.TORTURE_SPEED ?? '15')))
