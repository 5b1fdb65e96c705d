/** A receiver on a free port of this machine, and everything that it reported. */
import { onTestFinished } from 'vitest'
import { type Clock, machineClock } from '../../../../main/base/clock-and-log.ts'
import {
  type CallbackReceiver,
  createCallbackReceiver,
  newCallbackPath,
} from '../../../../main/payment-service/callback/index.ts'
import type { CallbackSettings } from '../../../../shared/shop/settings.ts'

export type Heard = {
  readonly receiver: CallbackReceiver
  readonly path: string
  readonly hints: string[]
  readonly lines: string[]
  /** Changes the settings and tells the receiver. */
  readonly set: (change: Partial<CallbackSettings>) => void
}

type Options = { readonly clock?: Clock; readonly timeoutMs?: number; readonly known?: string }

/** `port` 0 takes any free port. */
export function startReceiver(
  settings: Partial<CallbackSettings> = {},
  { clock = machineClock, timeoutMs, known }: Options = {},
): Heard {
  let current = { enabled: true, host: '127.0.0.1', port: 0, publicUrl: '', ...settings }
  const path = newCallbackPath()
  const hints: string[] = []
  const lines: string[] = []
  const log = (line: string) => void lines.push(line)
  const receiver = createCallbackReceiver({
    settings: () => current,
    path: () => path,
    clock,
    log: { info: log, warn: log, error: log },
    ...(timeoutMs === undefined ? {} : { timeoutMs }),
  })
  receiver.start((invoiceId) => {
    hints.push(invoiceId)
    return known === undefined || invoiceId === known
  })
  onTestFinished(() => receiver.close())
  return {
    receiver,
    path,
    hints,
    lines,
    set: (change) => {
      current = { ...current, ...change }
      receiver.retune()
    },
  }
}
