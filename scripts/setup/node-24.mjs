import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { runStep, SetupFailed } from './progress.mjs'
import { inProject } from './project.mjs'

const WANTED_MAJOR = 24

/**
 * The Node that the project runs on: the one of the npm package `node`, whatever Node the machine has.
 * @returns {Promise<string>} its path
 */
export async function ensureNode24() {
  const node = inProject(
    process.platform === 'win32' ? 'node_modules/node/bin/node.exe' : 'node_modules/node/bin/node',
  )
  if (major(node) >= WANTED_MAJOR) return node
  // npm may have been told to run no scripts of packages: the package's own script fetches the binary.
  const fetch = inProject('node_modules/node/installArchSpecificPackage.js')
  if (existsSync(fetch)) {
    await runStep({
      title: 'Fetching Node 24',
      command: process.execPath,
      args: [fetch],
      cwd: inProject('node_modules/node'),
    })
    if (major(node) >= WANTED_MAJOR) return node
  }
  if (major(process.execPath) >= WANTED_MAJOR) return process.execPath
  throw new SetupFailed(`Node ${WANTED_MAJOR} does not run here: ${node}`)
}

/** @param {string} node */
function major(node) {
  const { stdout, status } = spawnSync(node, ['--version'], { encoding: 'utf8' })
  return status === 0 ? Number(/^v(\d+)/.exec(stdout)?.[1] ?? 0) : 0
}
