/** A cashier in a hurry: sends a command twice, sends it again after its answer, and again after a restart. */
import { randomUUID } from 'node:crypto'
import type { CommandName, ReplyOf, RequestOf } from '../../../main/till/commands/index.ts'
import type { Reply, SaleView } from '../../../shared/page/index.ts'
import type { Chance } from '../../run/hosts/chance.ts'
import type { FaultSchedule } from './faults/fault-schedule.ts'
import type { Notes, Surprise } from './notes.ts'
import type { TortureTill } from './till.ts'

export type CashierParts = {
  readonly till: TortureTill
  readonly chance: Chance
  readonly schedule: FaultSchedule
  readonly notes: Notes
}

/** How many commands are remembered and repeated. */
const REMEMBERED = 6

export function createCashier({ till, chance, schedule, notes }: CashierParts) {
  let lately: (() => Promise<void>)[] = []
  let restarts = till.restarts()

  const surprised = (kind: Surprise['kind'], words: string): void =>
    void notes.surprises.push({ kind, words: `${till.code}: ${words}` })

  /** Sends a command under an idempotency key, perhaps several times. The key also identifies it in the notes. */
  const send = async <Name extends CommandName>(
    command: Name,
    request: RequestOf<Name>,
    key = randomUUID() as string,
  ): Promise<Reply<ReplyOf<Name>>> => {
    const sendOnce = () => till.ask(command, request, key)
    const first = sendOnce()
    const second = schedule.happens('doubled-taps', chance) ? sendOnce() : first
    const [one, other] = await Promise.all([first, second])
    const reply = one.ok ? one : other
    if (!reply.ok) return reply
    const again = async (): Promise<void> => {
      const same = await sendOnce()
      if (!same.ok)
        surprised(
          'unexplained',
          `"${command}" was done with key ${key}, and then refused: ${same.error.name}`,
        )
      else if (JSON.stringify(same.value) !== JSON.stringify(reply.value))
        surprised('wrong_amounts', `"${command}": one key, two answers`)
    }
    if (schedule.happens('repeated-taps', chance)) await again()
    lately = [...lately, again].slice(-REMEMBERED)
    return reply
  }

  /** Null when the till does not know the sale. */
  const sale = async (saleId: string): Promise<SaleView | null> => {
    const reply = await till.ask('getSale', { saleId })
    if (!reply.ok) {
      surprised('lost_sales', `sale ${saleId} is gone: ${reply.error.name}`)
      return null
    }
    const { view } = reply.value
    const shown = view.sale
    const note = notes.sale(till.code, saleId)
    note.number = shown.senderInvoiceNo
    if (shown.version < note.version)
      surprised('lost_sales', `${shown.senderInvoiceNo} was shown at ${note.version}, is at ${shown.version}`)
    note.version = Math.max(note.version, shown.version)
    for (const { invoice } of shown.invoices)
      if (invoice && invoice.qrText !== '') notes.qrShown(till.code, saleId, invoice.invoiceId)
    return view
  }

  /** After a restart: acknowledges what was recovered, and repeats the last commands. */
  const comeBack = async (): Promise<void> => {
    const reply = await till.ask('getView')
    const view = reply.ok && !reply.value.locked ? reply.value : null
    if (view !== null && view.recovered.sales.length > 0) await till.ask('acknowledgeRecovered')
    if (view !== null && view.rescued !== null) {
      surprised('unexplained', 'the journal was found damaged')
      await till.ask('acknowledgeRescue')
    }
    if (restarts === till.restarts()) return
    restarts = till.restarts()
    if (schedule.isOn('repeated-taps')) for (const again of lately) await again()
  }

  return {
    till: till.code,
    restarts: till.restarts,
    /** Sends a command that changes nothing. */
    look: till.ask,
    send,
    sale,
    comeBack,
    /** Forgets the last commands: the machine that they went to is gone. */
    forget: (): void => {
      lately = []
    },
    surprised,
  }
}

export type Cashier = ReturnType<typeof createCashier>
