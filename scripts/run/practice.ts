/**
 * `npm run practice [-- --json] [--data FILE] [--port N] [--control-port N]`: runs a practice service on the loopback
 * address until it is stopped. With --json the first line of output is its address in the format of TUGRIK_PRACTICE.
 */
import { parseArgs } from 'node:util'
import { machineClock } from '../../main/base/clock-and-log.ts'
import { startPracticeWithFaults } from './practice/index.ts'

const { values } = parseArgs({
  options: {
    json: { type: 'boolean', default: false },
    data: { type: 'string' },
    port: { type: 'string' },
    'control-port': { type: 'string' },
  },
})

function portOf(text: string | undefined): number {
  const port = Number(text ?? 0)
  if (Number.isInteger(port) && port >= 0 && port <= 65535) return port
  console.error(`not a port: ${text}`)
  process.exit(2)
}

const practice = await startPracticeWithFaults({
  clock: machineClock,
  // Standard output has only the address.
  log: { info: () => {}, warn: console.error, error: console.error },
  port: portOf(values.port),
  controlPort: portOf(values['control-port']),
  dataFile: values.data ?? null,
})
const { address } = practice
// Before the line of readiness: whoever reads it may end the service at once.
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => void practice.stop())
console.log(
  values.json
    ? JSON.stringify(address)
    : [
        `service  ${address.url}`,
        `user     ${address.username}`,
        `password ${address.password}`,
        `invoice  ${address.invoice_code}`,
        `control  ${address.control}  (bearer ${address.control_token})`,
      ].join('\n'),
)
