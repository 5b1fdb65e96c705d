import { CommandRefused, failure } from '../../shared/failure.ts'
import { CASHIER_TABLE, CASHIER_VERBS, type CashierVerb, type Reply } from '../../shared/ipc/index.ts'
import { commands, type Handler } from './commands.ts'
import type { Desk } from './desk.ts'

const isVerb = (verb: string): verb is CashierVerb => (CASHIER_VERBS as readonly string[]).includes(verb)

/**
 * Answers one call of the page: an unknown verb, a request or an answer that does not parse is refused; what a command
 * throws becomes a named failure. Nothing thrown ever crosses the bridge.
 */
export async function answerCall(desk: Desk, verb: string, request: unknown): Promise<Reply<unknown>> {
  if (!isVerb(verb)) return { ok: false, error: failure('INPUT_INVALID') }
  const { request: requestSchema, answer: answerSchema } = CASHIER_TABLE[verb]
  const parsed = requestSchema.safeParse(request)
  if (!parsed.success) return { ok: false, error: failure('INPUT_INVALID') }
  try {
    const handler = commands[verb] as Handler
    const value = answerSchema.safeParse(await handler(desk, parsed.data))
    if (value.success) return { ok: true, value: value.data }
    desk.log.error(`answer of "${verb}" does not fit the table: ${value.error.issues[0]?.path.join('.')}`)
    return { ok: false, error: failure('UNEXPECTED') }
  } catch (error) {
    if (error instanceof CommandRefused) return { ok: false, error: error.failure }
    desk.log.error(`"${verb}": ${error instanceof Error ? error.message : 'unknown'}`)
    return { ok: false, error: failure('UNEXPECTED') }
  }
}
