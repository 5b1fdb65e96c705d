/**
 * A COM port of Windows. A PowerShell of its own has it open (resources/windows/printers.ps1), because a driver may block
 * a write or a close for ever: then that process is killed, and no thread of ours waits.
 */
import { z } from 'zod'
import type { Clock } from '../../base/clock-and-log.ts'
import { sleep } from '../../base/sleep.ts'
import type { PowerShell, PowerShellAnswer, PowerShellRequest } from './powershell.ts'
import { PrinterTrouble } from './printer-trouble.ts'
import type { LineListener, PrinterLine } from './types.ts'

export type ComPortParts = {
  /** "COM3" */
  readonly port: string
  readonly baud: number
  readonly timeoutMs: number
  readonly clock: Clock
  readonly shell: PowerShell
}

const POLL_MS = 50
/** Half a second at 9600 baud. */
const PIECE = 512
/** PowerShell ends a write after the time limit of the line. If the driver does not let it, it is killed after this more. */
const GRACE_MS = 2_000

/** Throws PrinterTrouble where the port is missing, or in use by another program. */
export async function openComLine(parts: ComPortParts): Promise<PrinterLine> {
  const { port, baud, timeoutMs, clock, shell } = parts
  const ask = (request: PowerShellRequest) => shell.ask(request, timeoutMs + GRACE_MS)
  const opened = await ask({ do: 'open', port, baud, ms: timeoutMs })
  if (opened.kind !== 'answer') {
    shell.end()
    throw new PrinterTrouble(
      opened.kind === 'refused' ? 'PRINTER_SPOOLER_REFUSED' : 'PRINTER_UNREACHABLE',
      opened.kind === 'error' ? opened.call : opened.why,
    )
  }
  return lineOver(ask, shell.end, clock)
}

type Ask = (request: PowerShellRequest) => Promise<PowerShellAnswer>

function lineOver(ask: Ask, end: () => void, clock: Clock): PrinterLine {
  let listener: LineListener | null = null
  let state: 'open' | 'lost' | 'closed' = 'open'

  /** Null where the line was lost, or closed meanwhile. */
  const answerTo = async (request: PowerShellRequest): Promise<unknown> => {
    if (state !== 'open') return null
    const answer = await ask(request)
    if (state !== 'open') return null
    if (answer.kind === 'answer') return answer.fields
    // A port that takes no more data is still there: the time limit of the caller says so.
    if (answer.kind === 'error' && answer.call === 'TimeoutException') return null
    state = 'lost'
    listener?.lost()
    return null
  }

  const keepReading = async (): Promise<void> => {
    while (state === 'open') {
      const { data = '' } = readSchema.safeParse(await answerTo({ do: 'read' })).data ?? {}
      if (data !== '') listener?.bytes(Buffer.from(data, 'base64'))
      else await sleep(clock, POLL_MS)
    }
  }

  void keepReading()
  return {
    answers: true,
    piece: PIECE,
    listen: (added) => {
      listener = added
      if (state === 'lost') added.lost()
    },
    send: async (bytes) => {
      const sent = await answerTo({ do: 'write', data: bytes })
      if (sent === null) await never()
    },
    finish: async () => {
      for (;;) {
        const answer = unsentSchema.safeParse(await answerTo({ do: 'unsent' }))
        if (!answer.success) await never()
        if (answer.data?.unsent === 0) break
        await sleep(clock, POLL_MS)
      }
      state = 'closed'
      end()
    },
    close: async () => {
      listener = null
      if (state === 'open') state = 'closed'
      end()
    },
  }
}

const readSchema = z.looseObject({ data: z.string() })
const unsentSchema = z.looseObject({ unsent: z.int() })

const never = (): Promise<never> => new Promise(() => {})
