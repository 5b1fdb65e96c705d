/**
 * Speaks the lines of resources/windows/printers.ps1 in place of PowerShell. Its scenario is JSON in FAKE_POWERSHELL: for
 * each request its answers in order, of which the last one is repeated. `hangs` and `dies` are answers too. Where it starts
 * `slowly`, it is never ready.
 */
import { appendFileSync } from 'node:fs'
import { createInterface } from 'node:readline'

/** @type {{ requests: string, start?: string, answers?: Record<string, (object | string)[]> }} */
const { requests, start = 'ready', answers = {} } = JSON.parse(process.env.FAKE_POWERSHELL ?? '{}')
/** @param {object} answer */
const send = (answer) => process.stdout.write(`${JSON.stringify(answer)}\n`)
/** @type {Record<string, number>} */
const told = {}

if (start === 'policy') {
  process.stderr.write('printers.ps1 cannot be loaded because running scripts is disabled on this system.\n')
  process.exit(1)
}
process.stdout.write('A notice of the shop’s own profile\n')
if (start !== 'slowly') send(start === 'ready' ? { ready: true } : { refused: start })
if (start !== 'ready' && start !== 'slowly') process.exit(3)

/** @type {Record<string, unknown> | null} */
let waitsForData = null
createInterface({ input: process.stdin }).on('line', (line) => {
  const request = waitsForData ?? JSON.parse(line)
  if (waitsForData !== null) request.data = line
  else if (request.data) {
    waitsForData = request
    return
  }
  waitsForData = null
  appendFileSync(requests, `${JSON.stringify(request)}\n`)
  const turn = told[request.do] ?? 0
  told[request.do] = turn + 1
  const all = answers[request.do] ?? []
  const answer = all[Math.min(turn, all.length - 1)]
  if (answer === 'hangs') return
  if (answer === 'dies') process.exit(1)
  send({ ...Object(answer), id: request.id })
})
