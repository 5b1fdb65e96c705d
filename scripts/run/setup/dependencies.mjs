import { readFileSync } from 'node:fs'
import { delimiter } from 'node:path'
import { runStep } from './progress.mjs'
import { inProject } from './project.mjs'
import { keepRunningNode } from './running-node.mjs'

const { header } = /** @type {{ header?: { glibcVersionRuntime?: string } }} */ (process.report.getReport())
const LIBC = header?.glibcVersionRuntime === undefined ? 'musl' : 'glibc'

/** Installs the packages of package-lock.json when they are missing or differ from it. */
export async function ensureDependencies() {
  if (dependenciesAreUpToDate()) return
  keepRunningNode()
  console.log(
    'npm installs the packages of package-lock.json: about 330 MB to download, 760 MB in node_modules.',
  )
  await runStep({
    title: 'Installing dependencies',
    command: 'npm',
    // Installs everything, whatever NODE_ENV or the user's npm settings leave out.
    args: ['ci', '--include=dev', '--include=optional', '--no-audit', '--no-fund', '--loglevel=error'],
    cwd: inProject('.'),
    // The binaries of Electron and of browsers are downloaded later, when they are needed, with a time limit.
    env: {
      ...process.env,
      PATH: pathWithoutOurs(),
      NODE_OPTIONS: `${process.env.NODE_OPTIONS ?? ''} --require ${JSON.stringify(inProject('scripts/run/setup/as-node-24.cjs'))}`,
      ELECTRON_SKIP_BINARY_DOWNLOAD: '1',
      PLAYWRIGHT_SKIP_BROWSER_DOWNLOAD: '1',
    },
  })
}

/**
 * npm writes node_modules/.package-lock.json as its last step, so an interrupted installation has none. A comparison
 * with package-lock.json therefore shows whether the installation is complete, also after a developer's own `npm
 * install`.
 */
function dependenciesAreUpToDate() {
  const wanted = packagesIn('package-lock.json')
  const installed = packagesIn('node_modules/.package-lock.json')
  if (wanted === null || installed === null) return false
  return Object.entries(wanted).every(([path, entry]) => {
    if (path === '') return true
    const found = installed[path]
    return found === undefined
      ? Boolean(entry.optional) && !isForThisMachine(entry)
      : found.version === entry.version && found.integrity === entry.integrity
  })
}

/**
 * A package for this machine's system must be there: npm on an old Node skips it. Other optional packages may be
 * missing, because they are for other machines.
 * @param {Entry} entry
 */
function isForThisMachine({ os, cpu, libc }) {
  const isOneOfAKind = os !== undefined || cpu !== undefined
  return isOneOfAKind && has(os, process.platform) && has(cpu, process.arch) && has(libc, LIBC)
}

/**
 * @param {readonly string[] | undefined} wanted any of these, or all but "!these"
 * @param {string} here
 */
const has = (wanted = [], here) =>
  !wanted.includes(`!${here}`) && (wanted.includes(here) || wanted.every((one) => one.startsWith('!')))

/**
 * @typedef {{ version?: string, integrity?: string, optional?: boolean, os?: string[], cpu?: string[], libc?: string[] }} Entry
 * @param {string} file
 * @returns {Record<string, Entry> | null}
 */
function packagesIn(file) {
  try {
    return JSON.parse(readFileSync(inProject(file), 'utf8')).packages ?? null
  } catch {
    return null
  }
}

/**
 * `npm ci` deletes node_modules first, with the Node 24 on an npm script's path, so npm must run on the machine's Node.
 */
function pathWithoutOurs() {
  const ours = inProject('node_modules')
  return (process.env.PATH ?? '')
    .split(delimiter)
    .filter((folder) => !folder.startsWith(ours))
    .join(delimiter)
}
