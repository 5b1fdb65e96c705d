import { CommandRefused, failure } from '../../shared/failure.ts'
import { CASHIER_TABLE, CASHIER_VERBS, type CashierVerb, type Reply } from '../../shared/ipc/index.ts'
import { commands, type Handler, RECORDED } from './commands.ts'
import type { Desk } from './desk.ts'

const isVerb = (verb: string): verb is CashierVerb => (CASHIER_VERBS as readonly string[]).includes(verb)

export type CallOfPage = {
  readonly verb: string
  readonly request: unknown
  /** What a person meant to do once. */
  readonly act: string | undefined
}

/**
 * Answers one call of the page: an unknown verb, a request or an answer that does not parse is refused; what a command
 * throws becomes a named failure. Nothing thrown ever crosses the bridge.
 */
export async function answerCall(desk: Desk, { verb, request, act }: CallOfPage): Promise<Reply<unknown>> {
  if (!isVerb(verb)) return { ok: false, error: failure('INPUT_INVALID') }
  const parsed = CASHIER_TABLE[verb].request.safeParse(request)
  if (!parsed.success || (act !== undefined && !/^[\w-]{8,64}$/.test(act)))
    return { ok: false, error: failure('INPUT_INVALID') }
  if (act === undefined) return answered(desk, verb, () => handle(desk, verb, parsed.data))
  const name = `${verb}:${act}`
  return desk.acts.once(name, () =>
    answered(desk, verb, () =>
      RECORDED.has(verb)
        ? desk.shop().journal.once(name, desk.clock.now(), () => handle(desk, verb, parsed.data))
        : handle(desk, verb, parsed.data),
    ),
  )
}

const handle = (desk: Desk, verb: CashierVerb, request: unknown): unknown =>
  (commands[verb] as Handler)(desk, request)

async function answered(desk: Desk, verb: CashierVerb, work: () => unknown): Promise<Reply<unknown>> {
  try {
    const value = CASHIER_TABLE[verb].answer.safeParse(await work())
    if (value.success) return { ok: true, value: value.data }
    desk.log.error(`answer of "${verb}" does not fit the table: ${value.error.issues[0]?.path.join('.')}`)
    return { ok: false, error: failure('UNEXPECTED') }
  } catch (error) {
    if (error instanceof CommandRefused) return { ok: false, error: error.failure }
    desk.log.error(`"${verb}": ${error instanceof Error ? error.message : 'unknown'}`)
    return { ok: false, error: failure('UNEXPECTED') }
  }
}
