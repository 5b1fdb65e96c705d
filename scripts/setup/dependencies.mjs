import { readFileSync } from 'node:fs'
import { delimiter } from 'node:path'
import { runStep } from './progress.mjs'
import { inProject } from './project.mjs'

const { header } = /** @type {{ header?: { glibcVersionRuntime?: string } }} */ (process.report.getReport())
const LIBC = header?.glibcVersionRuntime === undefined ? 'musl' : 'glibc'

/** Installs what package-lock.json names, where it is missing or not what the lock file says. */
export async function ensureDependencies() {
  if (dependenciesAreUpToDate()) return
  await runStep({
    title: 'Installing dependencies',
    command: 'npm',
    // Everything, whatever NODE_ENV or the person's own settings leave out.
    args: ['ci', '--include=dev', '--include=optional', '--no-audit', '--no-fund', '--loglevel=error'],
    cwd: inProject('.'),
    // Binaries of Electron and of browsers are asked for later, where they are needed and with a time limit.
    env: {
      ...process.env,
      PATH: pathWithoutOurs(),
      NODE_OPTIONS: `${process.env.NODE_OPTIONS ?? ''} --require ${JSON.stringify(inProject('scripts/setup/as-node-24.cjs'))}`,
      ELECTRON_SKIP_BINARY_DOWNLOAD: '1',
      PLAYWRIGHT_SKIP_BROWSER_DOWNLOAD: '1',
    },
  })
}

/**
 * npm writes what it has installed to node_modules/.package-lock.json as its last act: an interrupted installation has
 * none. Comparing it with package-lock.json needs no stamp of ours, and a developer's own `npm install` counts too.
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
 * Of the packages for one kind of machine each, ours must be there: an npm on an old Node leaves it out. Optional
 * packages for any machine may stay away: they belong to the others.
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

/** `npm ci` takes node_modules away first, and with it the Node 24 that an npm script finds: npm runs on the machine's. */
function pathWithoutOurs() {
  const ours = inProject('node_modules')
  return (process.env.PATH ?? '')
    .split(delimiter)
    .filter((folder) => !folder.startsWith(ours))
    .join(delimiter)
}
