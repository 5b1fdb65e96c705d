import { join } from 'node:path'
import log from 'electron-log/main.js'
import type { Log } from '../environment.ts'
import { makePrivateFolder, OWNER_ONLY } from '../private-files.ts'

/** Logs into a rotated file in the data folder, and to the console with TUGRIK_LOG=1. */
export function logFile(folder: string): Log {
  makePrivateFolder(join(folder, 'logs'))
  log.transports.file.resolvePathFn = () => join(folder, 'logs', 'terminal.log')
  log.transports.file.writeOptions = { flag: 'a', mode: OWNER_ONLY, encoding: 'utf8' }
  log.transports.file.maxSize = 1_048_576
  log.transports.file.level = 'info'
  log.transports.console.level = process.env.TUGRIK_LOG === '1' ? 'info' : false
  log.transports.ipc.level = false
  return {
    info: (line) => log.info(line),
    warn: (line) => log.warn(line),
    error: (line) => log.error(line),
  }
}
