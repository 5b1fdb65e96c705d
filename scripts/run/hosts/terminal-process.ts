/**
 * The terminal without Electron in a process of its own, so that a test can kill it like a power cut.
 * terminal-client.ts starts it; it ends when its parent ends.
 */
import { machineClock } from '../../../main/base/clock-and-log.ts'
import { serveTerminal } from './serve-terminal.ts'

await serveTerminal({ clock: machineClock })
