/**
 * Brings the data of a till from the folder of older versions to their place (data-place.ts). A crash at any step loses nothing:
 *
 *     copy into a draft ─▶ read the draft again, compare ─▶ rename the draft: the switch ─▶ set the older folder aside
 *
 * Until the switch the older folder is untouched and a start begins anew. After it, the place has a note from where its data
 * came, and the next start goes on with setting aside. Blocks: it runs before the first window.
 */
import { createHash } from 'node:crypto'
import {
  closeSync,
  fsyncSync,
  mkdirSync,
  openSync,
  readdirSync,
  readSync,
  rmSync,
  statSync,
  utimesSync,
  writeSync,
} from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { z } from 'zod'
import { CommandRefused } from '../shared/failure.ts'
import { syncFolder, writeFileAtomically } from './atomic-file.ts'
import { type DataPlaces, type FoundData, nextDataStep } from './data-place.ts'
import type { LogFields } from './environment.ts'
import { isThere, replaceSync, textOrNone, untilFree } from './held-files.ts'
import { OWNER_ONLY } from './private-files.ts'

/** What one user of the computer alone can decrypt. "Local State" has the key of Chromium, which encrypts the vault. */
const OF_ONE_USER = ['Local State', 'vault.json'] as const

/** Files of Chromium, downloads and crash reports: a till that runs makes them anew. They stay in the older folder. */
const NOT_DATA: ReadonlySet<string> = new Set([
  ...OF_ONE_USER,
  ...[
    'Cache',
    'Code Cache',
    'DawnCache',
    'DawnGraphiteCache',
    'DawnWebGPUCache',
    'GPUCache',
    'GrShaderCache',
  ],
  ...[
    'ShaderCache',
    'blob_storage',
    'Crashpad',
    'Dictionaries',
    'Local Storage',
    'Session Storage',
    'IndexedDB',
  ],
  ...[
    'Network',
    'Network Persistent State',
    'Preferences',
    'Shared Dictionary',
    'SharedStorage',
    'TransportSecurity',
  ],
  ...['Trust Tokens', 'Trust Tokens-journal', 'Cookies', 'Cookies-journal', 'WebStorage', 'DIPS', 'lockfile'],
  ...['crashes', 'updates', '.trial'],
])

const NOTE = 'copied-from.json'
const noteSchema = z.object({
  from: z.string(),
  /** The sizes and times of the journals there, as they were copied. Missing in an earlier note. */
  journals: z.string().optional(),
})

export type DataReport = (text: string, fields?: LogFields) => void

/**
 * The folder of the till's data, after what an older version left was brought there. Where that fails, the older folder is
 * used as it is, and the next start tries again.
 */
export function dataFolder({ shared, own, windows }: DataPlaces, warn: DataReport): string {
  if (windows === null) return shared
  const { alone, older } = windows
  copySecrets(older, own)
  for (;;) {
    const found = foundData({ shared, alone, older })
    const next = nextDataStep(found, older)
    if (next.step === 'use') return existing(next.place === 'alone' ? alone : shared)
    if (next.step === 'set-aside') {
      const place = found.alone ? alone : shared
      setAside(older, own, { hasChanged: hasChanged(older, place), warn })
      return place
    }
    try {
      copyData(older, next.to === 'alone' ? alone : shared)
    } catch (error) {
      warn('the data stay in the folder of an older version', { error })
      return older
    }
  }
}

/** The installer makes the folder above, with its access list. Made by a user, everybody could read it. */
function existing(place: string): string {
  if (!isThere(dirname(place))) throw new CommandRefused('DATA_PLACE_MISSING', dirname(place))
  return place
}

/** The folder as it is now, for one who only looks. */
export function dataFolderNow({ shared, windows }: DataPlaces): string {
  if (windows === null) return shared
  const { alone, older } = windows
  const next = nextDataStep(foundData({ shared, alone, older }), older)
  if (next.step === 'copy') return older
  return isThere(alone) ? alone : shared
}

const foundData = (at: {
  readonly shared: string
  readonly alone: string
  readonly older: string
}): FoundData => {
  const older = hasData(at.older)
  return {
    shared: isThere(at.shared),
    alone: isThere(at.alone),
    older,
    // Without older data the notes mean nothing, so a till starts also with a damaged one.
    sharedFrom: older ? (noteIn(at.shared)?.from ?? null) : null,
    aloneFrom: older ? (noteIn(at.alone)?.from ?? null) : null,
  }
}

const hasData = (folder: string): boolean => isThere(folder) && namesOfData(folder).length > 0

const namesOfData = (folder: string): readonly string[] =>
  untilFree('read', folder, () => readdirSync(folder)).filter((name) => !NOT_DATA.has(name))

function noteIn(place: string): z.output<typeof noteSchema> | null {
  const note = join(place, NOTE)
  const text = textOrNone(note)
  if (text === null) return null
  try {
    return noteSchema.parse(JSON.parse(text))
  } catch {
    // A guess would make two tills of one, or hide the sales of another.
    throw new CommandRefused('UNEXPECTED', note)
  }
}

/** Copied once, the vault last: until it is there, the next start copies both again. */
function copySecrets(older: string, own: string): void {
  const [, vault] = OF_ONE_USER
  if (isThere(join(own, vault)) || !isThere(join(older, vault))) return
  for (const name of OF_ONE_USER) {
    const text = textOrNone(join(older, name))
    if (text !== null) writeFileAtomically(join(own, name), text)
  }
}

function copyData(from: string, place: string): void {
  assertNotInUse(from)
  // A name of this folder alone: another user of the computer may bring other data at the same time.
  const draft = `${place}.${createHash('sha256').update(from).digest('hex').slice(0, 8)}.new`
  untilFree('remove', draft, () => rmSync(draft, { recursive: true, force: true }))
  try {
    mkdirSync(draft) // not the folder above it: see `existing`
    const journals = journalsIn(from).map(asText).join()
    const copied = namesOfData(from).flatMap((name) => copyTree(join(from, name), join(draft, name)))
    for (const file of copied) verify(file)
    writeFileAtomically(join(draft, NOTE), JSON.stringify({ from, journals }))
    replaceSync(draft, place)
  } catch (error) {
    rmSync(draft, { recursive: true, force: true })
    // Another user was first. What is there is looked at again.
    if (isThere(place)) return
    throw error
  }
  syncFolder(dirname(place))
}

/** Chromium of a running till holds this file, also in another session of Windows. */
function assertNotInUse(folder: string): void {
  const lock = join(folder, 'lockfile')
  try {
    if (isThere(lock)) untilFree('open', lock, () => closeSync(openSync(lock, 'r+')))
  } catch {
    throw new CommandRefused('JOURNAL_LOCKED', folder)
  }
}

type Copied = {
  readonly from: string
  readonly to: string
  readonly hash: string
  readonly changedAt: bigint
}

/** By reading and writing, because a copy or a move by Windows may keep the access list or the encryption of one user. */
function copyTree(from: string, to: string): readonly Copied[] {
  const found = untilFree('read', from, () => statSync(from, { bigint: true }))
  if (!found.isDirectory()) return [copyOne(from, to)]
  mkdirSync(to)
  const names = untilFree('read', from, () => readdirSync(from))
  const copied = names.flatMap((name) => copyTree(join(from, name), join(to, name)))
  syncFolder(to)
  return copied
}

function copyOne(from: string, to: string): Copied {
  const { mtimeNs, mtime, atime } = statSync(from, { bigint: true })
  const written = untilFree('open', to, () => openSync(to, 'wx', OWNER_ONLY))
  let hash: string
  try {
    hash = hashOf(from, (chunk) => {
      for (let done = 0; done < chunk.length; ) done += writeSync(written, chunk, done)
    })
    fsyncSync(written)
  } finally {
    closeSync(written)
  }
  utimesSync(to, atime, mtime)
  return { from, to, hash, changedAt: mtimeNs }
}

function verify({ from, to, hash, changedAt }: Copied): void {
  if (hashOf(to) !== hash) throw new CommandRefused('UNEXPECTED', `${to} is not the same as ${from}`)
  if (statSync(from, { bigint: true }).mtimeNs !== changedAt) throw new CommandRefused('JOURNAL_LOCKED', from)
}

const CHUNK_BYTES = 1_048_576

function hashOf(file: string, take: (chunk: Buffer) => void = () => {}): string {
  const hash = createHash('sha256')
  const chunk = Buffer.alloc(CHUNK_BYTES)
  const opened = untilFree('copy', file, () => openSync(file, 'r'))
  try {
    for (;;) {
      const read = chunk.subarray(0, readSync(opened, chunk))
      if (read.length === 0) return hash.digest('hex')
      hash.update(read)
      take(read)
    }
  } finally {
    closeSync(opened)
  }
}

/** Where the older folder is set aside: out of the roaming profile where that is the same disk; else beside it. */
const asideNames = (older: string, own: string) => [join(own, 'before-the-move'), `${older}.moved`] as const

/** An older version then begins anew, instead of selling on. */
function setAside(
  older: string,
  own: string,
  { hasChanged, warn }: { readonly hasChanged: boolean; readonly warn: DataReport },
): void {
  const names = asideNames(older, own)
  // Set aside before, or changed since the copy: an older version was started after the move, and may have sold.
  const hasRun = names.some(isThere) || hasChanged
  for (const name of names) {
    try {
      const free = hasRun ? freeName(name) : name
      replaceSync(older, free)
      warn(
        hasRun
          ? `an older version ran after its data were moved; what it sold since is in ${basename(free)}`
          : 'the data were copied from the folder of an older version, which is set aside',
      )
      return
    } catch (error) {
      warn('the folder of an older version could not be set aside; the next start tries again', { error })
    }
  }
}

/** Whether a journal was written since the copy. The clock may have been set back meanwhile, so any other time counts. */
function hasChanged(older: string, place: string): boolean {
  const now = journalsIn(older)
  const copied = noteIn(place)?.journals
  if (copied !== undefined) return now.map(asText).join() !== copied
  const { mtimeMs: copiedAt } = statSync(join(place, NOTE))
  return now.some(({ changedAt }) => changedAt > copiedAt)
}

type JournalThere = { readonly name: string; readonly size: number; readonly changedAt: number }

/** With their logs. */
const journalsIn = (older: string): readonly JournalThere[] =>
  namesOfData(older)
    .filter((name) => name.includes('.sqlite') && !name.endsWith('-shm'))
    .sort()
    .map((name) => {
      const { size, mtimeMs: changedAt } = statSync(join(older, name))
      return { name, size, changedAt }
    })

const asText = ({ name, size, changedAt }: JournalThere): string => `${name} ${size} ${changedAt}`

/** Those with a number are what an older version made after the move. */
function freeName(name: string): string {
  for (let number = 2; ; number += 1) if (!isThere(`${name}-${number}`)) return `${name}-${number}`
}

/** The folders in which an older version ran after its data had moved. Their sales may be missing in the till. */
export function foldersLeftBehind({ own, windows }: DataPlaces): readonly string[] {
  if (windows === null) return []
  return asideNames(windows.older, own).flatMap((name) => {
    if (!isThere(dirname(name))) return []
    return readdirSync(dirname(name))
      .filter((one) => one.startsWith(basename(name)) && /^-\d+$/.test(one.slice(basename(name).length)))
      .sort()
      .map((one) => join(dirname(name), one))
  })
}
