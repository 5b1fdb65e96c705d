/**
 * Prints with electron-pos-printer, which renders a receipt in a hidden window of Electron and sends the page to a printer
 * of the system. The printer is a queue of a separate CUPS server, which saves the page to a file.
 */
import { once } from 'node:events'
import { existsSync, mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { startElectron } from '../../run/hosts/electron-program.ts'
import { ensureHost } from '../../run/hosts/index.ts'
import { CUPSD, startOwnCups } from '../../run/hosts/own-cups.ts'
import { inFolder } from './in-folder.ts'
import { peerPath } from './peers.ts'

/** Prints the lines as one page. Resolves once CUPS has accepted the job. */
export type WindowPrinter = (lines: readonly string[]) => Promise<void>

/** Calls `work` with the printer, or with null on a machine that has no Electron or no CUPS. */
export async function withWindowPrinter<Found>(
  work: (print: WindowPrinter | null) => Promise<Found>,
): Promise<Found> {
  const host = await ensureHost('electron')
  if ('missing' in host || !existsSync(CUPSD)) {
    const missing = 'missing' in host ? host.missing : `not on this machine: ${CUPSD}`
    console.log(`  not measured beside electron-pos-printer: ${missing}`)
    return work(null)
  }
  return inFolder(async (folder) => {
    const spool = join(folder, 'cups')
    const program = join(folder, 'program')
    for (const path of [spool, program]) mkdirSync(path)
    writeFileSync(
      join(program, 'package.json'),
      JSON.stringify({ name: 'printing', version: '1.0.0', main: 'main.js' }),
    )
    writeFileSync(join(program, 'main.js'), MAIN)
    const cups = await startOwnCups(spool)
    try {
      await cups.addQueue(QUEUE, 'prints')
      const { child, kill } = await startElectron({
        executable: host.executable,
        args: [program],
        env: {
          CUPS_SERVER: cups.environment.CUPS_SERVER ?? '',
          DATA: join(folder, 'data'),
          PEER: peerPath('electron-pos-printer'),
          QUEUE,
        },
        messages: true,
      })
      try {
        return await work(async (lines) => {
          child.send(lines)
          const [answer] = await once(child, 'message')
          if (answer !== 'printed') throw new Error(String(answer))
        })
      } finally {
        await kill()
      }
    } finally {
      await cups.stop()
    }
  })
}

const QUEUE = 'bench'

const MAIN = `const { app } = require('electron')
const { PosPrinter } = require(process.env.PEER)
app.setPath('userData', process.env.DATA)
app.on('window-all-closed', () => {})
const options = { printerName: process.env.QUEUE, silent: true, preview: false, pageSize: '80mm' }
const style = { fontFamily: 'monospace', fontSize: '12px', whiteSpace: 'pre' }
process.on('message', async (lines) => {
  await app.whenReady()
  const outcome = PosPrinter.print(lines.map((value) => ({ type: 'text', value, style })), options)
  process.send(await outcome.then(() => 'printed', String))
})
`
