import { createHash } from 'node:crypto'
import { linkSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir, uptime } from 'node:os'
import { join } from 'node:path'
import { PROJECT } from './project.mjs'

const LOOK_AGAIN_MS = 500
/** Outside the project, because `npm ci` empties node_modules and a checkout must stay clean. */
const LOCK = join(
  tmpdir(),
  `tugrik-setup-${createHash('sha256').update(PROJECT).digest('hex').slice(0, 12)}.lock`,
)

/**
 * Runs `work` while no other set-up of this checkout runs: two starts at once would overwrite each other's
 * installation.
 * @template Result
 * @param {() => Promise<Result>} work
 * @returns {Promise<Result>}
 */
export async function oneAtATime(work) {
  for (let told = false; !taken(); told = true) {
    if (!told) console.log(`… waiting for the set-up of another start (${LOCK})`)
    await new Promise((resume) => setTimeout(resume, LOOK_AGAIN_MS))
  }
  held = true
  process.on('exit', free)
  try {
    return await work()
  } finally {
    process.off('exit', free)
    free()
  }
}

let held = false

/**
 * The command of a step may outlive a killed start, so it holds the lock, too: the next start waits for it.
 * @param {number | undefined} command its process id; undefined when it has ended
 */
export function holdWith(command) {
  if (!held) return
  const own = ownFile()
  writeFileSync(own, [process.pid, ...(command === undefined ? [] : [command])].join(' '))
  renameSync(own, LOCK)
}

function free() {
  held = false
  rmSync(LOCK, { force: true })
}

const ownFile = () => `${LOCK}.${process.pid}`

/** Writes the process's own file first and links it then, so that nobody reads a half-written lock. */
function taken() {
  const own = ownFile()
  writeFileSync(own, String(process.pid))
  try {
    linkSync(own, LOCK)
    return true
  } catch (error) {
    if (codeOf(error) !== 'EEXIST') throw error
    takeAwayWhereLeft(own)
    return false
  } finally {
    rmSync(own, { force: true })
  }
}

/**
 * Removes a lock whose holders are gone. Another process may do the same at that moment: a lock that turns out to be
 * new is put back.
 * @param {string} own
 */
function takeAwayWhereLeft(own) {
  const holders = readLock(LOCK)
  if (holders === null || (isSinceBoot() && holders.some(lives))) return
  try {
    renameSync(LOCK, own)
    if (readLock(own)?.join() !== holders.join()) linkSync(own, LOCK)
  } catch (error) {
    if (!['ENOENT', 'EEXIST'].includes(String(codeOf(error)))) throw error
  }
}

/**
 * @param {string} file
 * @returns {number[] | null} the ids of the processes that hold it; null when there is no lock
 */
function readLock(file) {
  try {
    return readFileSync(file, 'utf8').split(' ').map(Number)
  } catch {
    return null
  }
}

/** After a reboot the same process ids belong to other processes. */
function isSinceBoot() {
  const lock = statSync(LOCK, { throwIfNoEntry: false })
  return lock === undefined || lock.mtimeMs >= Date.now() - uptime() * 1000
}

/** @param {number} pid */
function lives(pid) {
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    return codeOf(error) === 'EPERM' // the process belongs to another user: it is alive
  }
}

/** @param {unknown} error */
const codeOf = (error) => (error instanceof Error && 'code' in error ? error.code : undefined)
