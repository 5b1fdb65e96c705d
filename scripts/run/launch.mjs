/**
 * Starts every script of the project: `node scripts/run/launch.mjs run/start`. It runs on Node 18 before anything is installed,
 * so it imports only Node's own modules. It installs missing dependencies and then starts the script on Node 24.
 * Without a name it only installs. With `--help` it prints the comment at the top of the script.
 */
import { spawn } from 'node:child_process'
import { constants } from 'node:os'
import { delimiter, dirname } from 'node:path'
import { ensureDependencies } from './setup/dependencies.mjs'
import { ensureNode24 } from './setup/node-24.mjs'
import { oneAtATime } from './setup/one-at-a-time.mjs'
import { inProject } from './setup/project.mjs'
import { script } from './setup/script.mjs'
import { usageOf } from './setup/usage.mjs'

const [name, ...args] = process.argv.slice(2)

await script(async () => {
  if (args.includes('--help')) {
    console.log(usageOf(inProject(`scripts/${name}.ts`)))
    return 0
  }
  const node = await oneAtATime(async () => {
    await ensureDependencies()
    return ensureNode24()
  })
  return name === undefined ? 0 : handOver(node, inProject(`scripts/${name}.ts`))
})

/**
 * @param {string} node
 * @param {string} file
 * @returns {Promise<number>} its exit code
 */
function handOver(node, file) {
  const PATH = [inProject('node_modules/.bin'), dirname(node), process.env.PATH].join(delimiter)
  // For all processes and workers below, too: the journal is in Node's own SQLite, which Node 24 calls experimental.
  const NODE_OPTIONS = `${process.env.NODE_OPTIONS ?? ''} --disable-warning=ExperimentalWarning`
  const env = { ...process.env, PATH, NODE_OPTIONS }
  const child = spawn(node, [file, ...args], { stdio: 'inherit', env })
  for (const signal of /** @type {const} */ (['SIGINT', 'SIGTERM', 'SIGHUP'])) {
    process.on(signal, () => child.kill(signal))
  }
  return new Promise((resolve, reject) => {
    child.on('error', reject)
    child.on('close', (code, signal) =>
      resolve(code ?? 128 + (signal === null ? 0 : constants.signals[signal])),
    )
  })
}
