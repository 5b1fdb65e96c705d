import type { Clock } from '../../../main/base/clock-and-log.ts'
import { makePrivateFolder } from '../../../main/base/files/private-files.ts'
import { logFile } from '../../../main/base/log/index.ts'
import type { ServiceTimeouts } from '../../../main/payment-service/client/index.ts'
import { parsePracticeAddress } from '../../../main/payment-service/practice/index.ts'
import type { Vault } from '../../../main/shop/settings/index.ts'
import type { FromTerminal, ToTerminal } from './terminal-channel.ts'
import { openTill } from './till-in-node.ts'

export type Served = {
  readonly clock: Clock
  readonly timeouts?: Partial<ServiceTimeouts>
  /** Default: secrets for this process alone, because only Electron can reach a keyring. */
  readonly vault?: Vault
  /** As the server makes its pairing codes. */
  readonly codeIterations?: number
  /** Sets the clock; left out, the clock cannot be set. */
  readonly setClock?: (aheadMs: number) => void
}

/** Runs the terminal in this process for the parent process (terminal-client.ts), and ends when the parent ends. */
export async function serveTerminal({
  clock,
  timeouts = {},
  vault,
  codeIterations,
  setClock = () => {},
}: Served): Promise<void> {
  const { TUGRIK_DATA: folder, TUGRIK_PRACTICE: practice = '' } = process.env
  if (folder === undefined) throw new Error('TUGRIK_DATA does not name the data folder')
  makePrivateFolder(folder)
  const log = logFile(folder)
  const { terminal } = await openTill({
    ...{ folder, clock, log, timeouts, practice: parsePracticeAddress(practice) },
    ...(vault === undefined ? {} : { vault }),
    ...(codeIterations === undefined ? {} : { codeIterations }),
  })
  const stop = async (): Promise<void> => {
    await terminal.stop()
    process.exit(0)
  }
  const answer = async (call: Extract<ToTerminal, { kind: 'call' }>): Promise<void> =>
    send({ kind: 'reply', id: call.id, reply: await terminal.answer(call.name, call.request, call.key) })
  terminal.onView((view) => send({ kind: 'view', view }))
  terminal.onDisplay((view) => send({ kind: 'display', view }))
  process.on('message', (message: ToTerminal) => {
    if (message.kind === 'call') return answer(message)
    return message.kind === 'stop' ? stop() : setClock(message.aheadMs)
  })
  process.on('disconnect', stop)
  if (!process.connected) return stop() // the parent ended while the terminal was starting
  send({ kind: 'ready', display: terminal.display() })
}

function send(message: FromTerminal): void {
  if (process.connected) process.send?.(message)
}
