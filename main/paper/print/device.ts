import { execFile } from 'node:child_process'
import { constants } from 'node:fs'
import { type FileHandle, open } from 'node:fs/promises'
import { isatty } from 'node:tty'
import type { Clock } from '../../base/clock-and-log.ts'
import { inTime, sleep } from '../../base/sleep.ts'
import { openComLine } from './com-port.ts'
import { type PowerShell, powerShell } from './powershell.ts'
import { type LinePrinterParts, lineDriver } from './printer-talk.ts'
import { causeOf, PrinterTrouble } from './printer-trouble.ts'
import type { LineListener, PrinterDriver, PrinterLine } from './types.ts'

type DevicePrinterParts = LinePrinterParts &
  Pick<DeviceLineParts, 'path' | 'baud'> & {
    readonly platform?: NodeJS.Platform
    /** Starts the process that has a COM port of Windows open. */
    readonly shell?: () => PowerShell
  }

/** A receipt printer at a USB or serial port. */
export function devicePrinter({
  path,
  baud,
  platform = process.platform,
  shell = () => powerShell({ clock: parts.clock }),
  ...parts
}: DevicePrinterParts): PrinterDriver {
  const { clock } = parts
  return lineDriver((timeoutMs) => openDeviceLine({ path, baud, timeoutMs, clock, platform, shell }), parts)
}

/**
 * The parts of a line over a printer's device file (/dev/usb/lp0, /dev/ttyUSB0). It is opened without blocking: a
 * read or write that cannot proceed returns EAGAIN and is repeated after a pause, so that a dead device does not block
 * the program.
 */

type DeviceLineParts = {
  readonly path: string
  /** The speed of a serial port. Other devices ignore it. */
  readonly baud: number
  readonly timeoutMs: number
  readonly clock: Clock
  readonly platform: NodeJS.Platform
  readonly shell: () => PowerShell
}

const POLL_MS = 10
const CLOSE_MS = 1000
const SETUP_MS = 3000

/** Throws PrinterTrouble where the device is missing, forbidden, or in use by another program. */
async function openDeviceLine(parts: DeviceLineParts): Promise<PrinterLine> {
  try {
    if (parts.platform === 'win32') return await openOnWindows(parts)
    const { file, reads } = await openFile(parts.path)
    try {
      await checkDevice(file, parts)
      return lineOver(file, reads && (await canRead(file)), parts.clock)
    } catch (error) {
      await file.close()
      throw error
    }
  } catch (error) {
    throw error instanceof PrinterTrouble ? error : new PrinterTrouble('PRINTER_UNREACHABLE', causeOf(error))
  }
}

const UNHURRIED = constants.O_NONBLOCK | constants.O_NOCTTY

/** A device that may be written but not read is a printer without status. */
async function openFile(path: string): Promise<{ readonly file: FileHandle; readonly reads: boolean }> {
  try {
    return { file: await open(path, constants.O_RDWR | UNHURRIED), reads: true }
  } catch (error) {
    if (causeOf(error) !== 'EACCES') throw error
    return { file: await open(path, constants.O_WRONLY | UNHURRIED), reads: false }
  }
}

/** Refuses a plain file, because it would keep lottery number and QR data. */
async function checkDevice(file: FileHandle, { path, baud, platform }: DeviceLineParts): Promise<void> {
  if (!(await file.stat()).isCharacterDevice())
    throw new PrinterTrouble('PRINTER_UNREACHABLE', 'not a device')
  if (!isatty(file.fd)) return
  const named = platform === 'darwin' ? '-f' : '-F'
  await setUp('stty', [named, path, 'raw', '-echo', 'clocal', String(baud)])
}

/**
 * On Windows a call on a port may block for ever, so a COM port is opened by another process, which can be killed. A
 * parallel port is only written: a pending read would block every write after it, so its printer is one without status.
 */
async function openOnWindows(parts: DeviceLineParts): Promise<PrinterLine> {
  const { path, timeoutMs, clock } = parts
  const port = path.replace(/^\\\\\.\\/, '')
  if (port.startsWith('COM')) return openComLine({ ...parts, port, shell: parts.shell() })
  const opening = open(`\\\\.\\${port}`, constants.O_WRONLY)
  const file = await inTime(clock, timeoutMs, opening)
  if (file !== null) return lineOver(file, false, clock)
  opening.then((late) => late.close()).catch(() => {})
  throw new PrinterTrouble('PRINTER_UNREACHABLE', 'ETIMEDOUT')
}

/** Runs a command without a shell. */
const setUp = (command: string, args: readonly string[]): Promise<void> =>
  new Promise((resolve, reject) => {
    execFile(command, args, { timeout: SETUP_MS, killSignal: 'SIGKILL', windowsHide: true }, (error) => {
      if (error) reject(new PrinterTrouble('PRINTER_UNREACHABLE', `${command}: ${causeOf(error)}`))
      else resolve()
    })
  })

/** Whether the device can be read. Also discards old bytes, which answer earlier questions. */
async function canRead(file: FileHandle): Promise<boolean> {
  const old = new Uint8Array(256)
  for (let rounds = 0; rounds < 64; rounds += 1) {
    try {
      const { bytesRead } = await file.read(old, 0, old.length)
      if (bytesRead === 0) return true
    } catch (error) {
      if (isNothingYet(error)) return true
      if (['EINVAL', 'EBADF', 'ENOTSUP'].includes(causeOf(error))) return false
      throw error
    }
  }
  return true
}

const isNothingYet = (error: unknown): boolean => ['EAGAIN', 'EWOULDBLOCK', 'EINTR'].includes(causeOf(error))

function lineOver(file: FileHandle, answers: boolean, clock: Clock): PrinterLine {
  let listener: LineListener | null = null
  let state: 'open' | 'lost' | 'closed' = 'open'
  let closing: Promise<void> | null = null
  /** Read now, because isatty returns false for a terminal that was unplugged. */
  const terminal = isatty(file.fd)

  const lose = (): void => {
    if (state !== 'open') return
    state = 'lost'
    listener?.lost()
  }

  /** Repeats `work` while the device is busy; null where the line was lost meanwhile. */
  const whileBusy = async <T>(work: () => Promise<T>): Promise<T | null> => {
    while (state === 'open') {
      try {
        return await work()
      } catch (error) {
        if (!isNothingYet(error)) lose()
        else await sleep(clock, POLL_MS)
      }
    }
    return null
  }

  const keepReading = async (): Promise<void> => {
    const buffer = new Uint8Array(256)
    while (state === 'open') {
      const read = await whileBusy(() => file.read(buffer, 0, buffer.length))
      if (read === null) return
      if (read.bytesRead === 0) {
        // A read of zero bytes means that a terminal was unplugged. A USB printer without data may give the same.
        if (terminal) return lose()
        await sleep(clock, POLL_MS)
      } else listener?.bytes(buffer.slice(0, read.bytesRead))
    }
  }

  const writeAll = async (bytes: Uint8Array): Promise<boolean> => {
    for (let at = 0; at < bytes.length; ) {
      const written = await whileBusy(() => file.write(bytes, at, bytes.length - at))
      if (written === null) return false
      at += written.bytesWritten
    }
    return true
  }

  const shut = (): Promise<void> => {
    if (state !== 'lost') state = 'closed'
    closing ??= file.close()
    return closing
  }

  if (answers) void keepReading()
  return {
    answers,
    listen: (added) => {
      listener = added
      if (state === 'lost') added.lost()
    },
    send: async (bytes) => {
      if (!(await writeAll(bytes))) await never()
    },
    finish: async () => {
      // Closing would discard a last piece that is still on its way to the printer. Until it has left, even an empty
      // write returns EAGAIN (Linux, usblp).
      if ((await whileBusy(() => file.write(Uint8Array.of(0), 0, 0))) === null) return never()
      await shut().catch(never)
    },
    close: async () => {
      listener = null
      // A port may take any time to drain. The wait is short, and the close continues in the background.
      await inTime(clock, CLOSE_MS, shut()).catch(() => {})
    },
  }
}

const never = (): Promise<never> => new Promise(() => {})
