/**
 * Progress of long steps: a line at the start, a sign of life every few seconds, and a line at the end. The output of
 * the command is shown only when it fails.
 */
import { spawn } from 'node:child_process'
import { holdWith } from './one-at-a-time.mjs'

const SIGN_OF_LIFE_MS = 5000
const LINES_OF_LOG = 40

/** A step of the set-up failed. Its log was shown; the message is one line for the user. */
export class SetupFailed extends Error {}

/**
 * Runs one command of the set-up.
 * @param {{ title: string, command: string, args: readonly string[], cwd?: string, env?: NodeJS.ProcessEnv, limitMs?: number, showLog?: boolean }} step
 * @returns {Promise<void>} rejects with SetupFailed when the command fails, does not exist, or exceeds its time limit
 */
export async function runStep({ title, command, args, cwd, env, limitMs, showLog = true }) {
  const startedAt = Date.now()
  const elapsed = () => `${Math.round((Date.now() - startedAt) / 1000)} s`
  console.log(`… ${title}`)
  const pulse = setInterval(() => console.log(`  … ${title}: ${elapsed()}`), SIGN_OF_LIFE_MS)
  const { failure, log } = await collect(command, args, { cwd, env, limitMs }).finally(() =>
    clearInterval(pulse),
  )
  if (failure === null) return console.log(`✓ ${title} (${elapsed()})`)
  if (showLog && log !== '') console.error(log.split('\n').slice(-LINES_OF_LOG).join('\n'))
  const said = showLog ? undefined : /^\w*Error: (.+)/m.exec(log)?.[1]
  throw new SetupFailed(`${title}: ${said ?? failure}`)
}

/**
 * @param {string} command
 * @param {readonly string[]} args
 * @param {{ cwd?: string | undefined, env?: NodeJS.ProcessEnv | undefined, limitMs?: number | undefined }} options
 * @returns {Promise<{ failure: string | null, log: string }>}
 */
function collect(command, args, { cwd, env = process.env, limitMs }) {
  return new Promise((settle) => {
    // On Windows npm is a .cmd file, which only a shell can start.
    const child = spawn(command, args, { cwd, env, shell: process.platform === 'win32' && command === 'npm' })
    holdWith(child.pid)
    let log = ''
    /** @param {Buffer} chunk */
    const keep = (chunk) => {
      log = (log + chunk).slice(-100_000)
    }
    child.stdout.on('data', keep)
    child.stderr.on('data', keep)
    const limit = limitMs === undefined ? undefined : setTimeout(() => child.kill('SIGKILL'), limitMs)
    child.on('error', (error) => settle({ failure: error.message, log }))
    child.on('close', (code, signal) => {
      clearTimeout(limit)
      holdWith(undefined)
      settle({
        failure: code === 0 ? null : signal ? `stopped by ${signal}` : `exit code ${code}`,
        log: log.trim(),
      })
    })
  })
}
