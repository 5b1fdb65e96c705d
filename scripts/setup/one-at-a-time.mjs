import { createHash } from 'node:crypto'
import { linkSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { PROJECT } from './project.mjs'

const LOOK_AGAIN_MS = 500
/** Outside the project: `npm ci` sweeps node_modules, and a checkout stays clean. */
const LOCK = join(
  tmpdir(),
  `tugrik-setup-${createHash('sha256').update(PROJECT).digest('hex').slice(0, 12)}.lock`,
)

/**
 * Runs `work` while no other set-up of this checkout runs: two starts at once would install over each other.
 * @template Result
 * @param {() => Promise<Result>} work
 * @returns {Promise<Result>}
 */
export async function oneAtATime(work) {
  for (let told = false; !taken(); told = true) {
    if (!told) console.log(`… waiting for the set-up of another start (${LOCK})`)
    await new Promise((resume) => setTimeout(resume, LOOK_AGAIN_MS))
  }
  process.on('exit', free)
  try {
    return await work()
  } finally {
    process.off('exit', free)
    free()
  }
}

const free = () => rmSync(LOCK, { force: true })

/** The process's own file is complete before its link appears: a lock is never seen half written. */
function taken() {
  const own = `${LOCK}.${process.pid}`
  writeFileSync(own, String(process.pid))
  try {
    linkSync(own, LOCK)
    return true
  } catch (error) {
    if (codeOf(error) !== 'EEXIST') throw error
    if (!holderLives()) free()
    return false
  } finally {
    rmSync(own, { force: true })
  }
}

function holderLives() {
  try {
    process.kill(Number(readFileSync(LOCK, 'utf8')), 0)
    return true
  } catch (error) {
    return codeOf(error) === 'EPERM' // another person's process: it lives
  }
}

/** @param {unknown} error */
const codeOf = (error) => (error instanceof Error && 'code' in error ? error.code : undefined)
