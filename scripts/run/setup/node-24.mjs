import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { runStep, SetupFailed } from './progress.mjs'
import { inProject } from './project.mjs'

const WANTED_MAJOR = 24

/**
 * Makes sure that the project's Node is installed: the one of the npm package `node`, independent of the machine's
 * Node.
 * @returns {Promise<string>} its path
 */
export async function ensureNode24() {
  const node = inProject(
    process.platform === 'win32' ? 'node_modules/node/bin/node.exe' : 'node_modules/node/bin/node',
  )
  if (major(node) >= WANTED_MAJOR) return node
  // npm may be set to run no package scripts. The script of the package `node` fetches the binary, so it is run here.
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
