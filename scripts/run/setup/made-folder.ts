/** Folders in `out` that tests make once for a state of the sources. Several processes may use one at the same time. */
import {
  existsSync,
  globSync,
  mkdirSync,
  mkdtempSync,
  renameSync,
  rmSync,
  statSync,
  utimesSync,
} from 'node:fs'
import { inProject } from './project.mjs'

const DAY_MS = 86_400_000

type Kind = 'tills' | 'server'

export const madeFolder = (kind: Kind, state: string): string =>
  inProject(`out/.${kind}-${state.slice(0, 16)}`)

/** Makes the folder if there is none for this state. `make` fills a draft, which then gets the folder's name. */
export async function makeOnce(
  kind: Kind,
  state: string,
  make: (draft: string) => Promise<void>,
): Promise<{ readonly folder: string; readonly isNew: boolean }> {
  const folder = madeFolder(kind, state)
  if (existsSync(folder)) {
    const now = new Date()
    utimesSync(folder, now, now) // removeOld keeps what is used
    return { folder, isNew: false }
  }
  mkdirSync(inProject('out'), { recursive: true })
  const draft = mkdtempSync(inProject(`out/.new-${kind}-`))
  await make(draft)
  try {
    renameSync(draft, folder)
  } catch (error) {
    if (!existsSync(folder)) throw error
    rmSync(draft, { recursive: true }) // another process made it meanwhile
  }
  removeOld(kind)
  return { folder, isNew: true }
}

/** A folder of today may still be in use. Another process may have renamed or removed one meanwhile. */
function removeOld(kind: Kind): void {
  for (const name of globSync(`out/.{new-,}${kind}-*`, { cwd: inProject('.') })) {
    const made = statSync(inProject(name), { throwIfNoEntry: false })
    if (made && Date.now() - made.mtimeMs > DAY_MS) rmSync(inProject(name), { recursive: true, force: true })
  }
}
