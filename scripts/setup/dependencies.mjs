import { readFileSync } from 'node:fs'
import { delimiter } from 'node:path'
import { runStep } from './progress.mjs'
import { inProject } from './project.mjs'

/** Installs what package-lock.json names, where it is missing or not what the lock file says. */
export async function ensureDependencies() {
  if (dependenciesAreUpToDate()) return
  await runStep({
    title: 'Installing dependencies',
    command: 'npm',
    args: ['ci', '--no-audit', '--no-fund', '--loglevel=error'],
    cwd: inProject('.'),
    // Binaries of Electron and of browsers are asked for later, where they are needed and with a time limit.
    env: {
      ...process.env,
      PATH: pathWithoutOurs(),
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
    // Packages for other machines (another processor, another system) are optional and stay away.
    return found === undefined
      ? Boolean(entry.optional)
      : found.version === entry.version && found.integrity === entry.integrity
  })
}

/**
 * @param {string} file
 * @returns {Record<string, { version?: string, integrity?: string, optional?: boolean }> | null}
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
