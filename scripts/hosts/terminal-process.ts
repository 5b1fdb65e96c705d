/**
 * The terminal without Electron, in a process of its own: so that it can be killed as a till's plug is pulled.
 * Started by terminal-client.ts, and ends with the process that started it.
 */
import { appendFileSync, mkdirSync } from 'node:fs'
import { join } from 'node:path'
import Conf from 'conf'
import { type Log, machineClock } from '../../main/environment.ts'
import { parsePracticeAddress } from '../../main/practice/index.ts'
import { sessionVault, settingsStore } from '../../main/settings/index.ts'
import { startTerminal } from '../../main/terminal.ts'
import { inProject } from '../setup/project.mjs'
import type { FromTerminal, ToTerminal } from './terminal-channel.ts'

const { TUGRIK_DATA: folder, TUGRIK_PRACTICE: practice = '' } = process.env
if (folder === undefined) throw new Error('TUGRIK_DATA does not say where the data lie')

mkdirSync(folder, { recursive: true })
const log = logIn(folder)
const conf = new Conf<{ settings: unknown }>({ cwd: folder, configName: 'settings' })
const terminal = await startTerminal({
  folder,
  resources: inProject('resources'),
  settings: settingsStore(
    { get: () => conf.get('settings'), set: (settings) => conf.set('settings', settings) },
    log,
  ),
  vault: sessionVault(), // a keyring is Electron's to reach
  clock: machineClock,
  log,
  practice: parsePracticeAddress(practice),
})

terminal.onView((view) => send({ kind: 'view', view }))
process.on('message', (message: ToTerminal) => (message.kind === 'stop' ? stop() : answer(message)))
process.on('disconnect', stop)
send({ kind: 'ready' })

async function answer({ id, verb, request, act }: Extract<ToTerminal, { kind: 'call' }>): Promise<void> {
  send({ kind: 'reply', id, reply: await terminal.answer(verb, request, act) })
}

async function stop(): Promise<void> {
  await terminal.stop()
  process.exit(0)
}

function send(message: FromTerminal): void {
  if (process.connected) process.send?.(message)
}

function logIn(folder: string): Log {
  const write = (level: string) => (line: string) =>
    appendFileSync(join(folder, 'terminal.log'), `${new Date().toISOString()} ${level} ${line}\n`)
  return { info: write('info'), warn: write('warn'), error: write('error') }
}
