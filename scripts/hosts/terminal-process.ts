/**
 * The terminal without Electron, in a process of its own: so that it can be killed as a till's plug is pulled.
 * Started by terminal-client.ts, and ends with the process that started it.
 */
import { machineClock } from '../../main/environment.ts'
import { serveTerminal } from './serve-terminal.ts'

await serveTerminal({ clock: machineClock })
