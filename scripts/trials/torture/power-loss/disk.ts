/**
 * What a disk may hold after a power cut: everything that was fsynced, and of the rest whatever the seed chooses. Of a
 * file's writes since its last fsync, each may be there whole, torn at sectors, or not at all. Of the names that were
 * made, changed or removed since the folder's last fsync, only the first few may be there. An fsync of a new file also
 * makes its name durable (as in ext4, xfs and btrfs).
 */
import { linkSync, mkdirSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { seeded } from '../../../run/hosts/chance.ts'
import { type Content, contentOf, cutAt, readContent, writeAt } from './content.ts'
import type { LogLine } from './log.ts'

/** An object of its own for each file, because a disk gives the inode number of a removed file to the next one. */
type File = { readonly durable: Content; pending: LogLine[]; readonly mode: number }

type NameChange = {
  /** It creates, renames, links or unlinks. */
  readonly change: LogLine
  /** The file that had the name when the name was changed. */
  readonly file: File | undefined
}

type Disk = {
  /** Names that are on the disk for certain. */
  readonly names: Map<string, File>
  /** Names as the process sees them. */
  readonly seen: Map<string, File>
  readonly byInode: Map<string, File>
  /** Changes of names since they were last made durable, in their order. */
  changes: NameChange[]
}

/** A folder on the disk, by path; a file with two names is there once, by inode. */
export type DiskBefore = {
  readonly names: ReadonlyMap<string, string>
  readonly files: ReadonlyMap<string, { readonly content: Buffer; readonly mode: number }>
}

/** The wanted content of the folder, by path. Names of one file share one object. */
export type DiskAfter = ReadonlyMap<string, { readonly content: Buffer; readonly mode: number }>

/** Reads all files under the folder. */
export function readDisk(folder: string): DiskBefore {
  const names = new Map<string, string>()
  const files = new Map<string, { content: Buffer; mode: number }>()
  for (const entry of readdirSync(folder, { recursive: true, withFileTypes: true })) {
    if (!entry.isFile() || entry.name.endsWith('-shm')) continue
    const file = join(entry.parentPath, entry.name)
    const { ino, mode } = statSync(file, { bigint: true })
    names.set(file.slice(folder.length + 1), String(ino))
    files.set(String(ino), { content: readFileSync(file), mode: Number(mode) & 0o777 })
  }
  return { names, files }
}

/** One of the states that the disk may be in when the power is cut after the last line of the log. */
export function afterCut(before: DiskBefore, log: readonly LogLine[], seed: number): DiskAfter {
  const random = seeded(seed)
  const disk = replayed(before, log)
  for (const one of disk.changes.slice(0, Math.floor(random() * (disk.changes.length + 1))))
    changeName(disk.names, one)
  for (const file of new Set(disk.names.values())) survive(file, random)
  return lying(disk.names)
}

/**
 * The state that the process itself saw, without a power cut. A difference to the real folder shows what the log
 * missed.
 */
export function withoutCut(before: DiskBefore, log: readonly LogLine[]): DiskAfter {
  const disk = replayed(before, log)
  for (const file of new Set(disk.seen.values())) makeDurable(file)
  return lying(disk.seen)
}

function lying(names: ReadonlyMap<string, File>): DiskAfter {
  const files = new Map<File, { content: Buffer; mode: number }>()
  const after = new Map<string, { content: Buffer; mode: number }>()
  for (const [name, file] of names) {
    const lies = files.get(file) ?? { content: readContent(file.durable), mode: file.mode }
    files.set(file, lies)
    after.set(name, lies)
  }
  return after
}

function replayed(before: DiskBefore, log: readonly LogLine[]): Disk {
  const byInode = new Map<string, File>()
  for (const [inode, { content, mode }] of before.files)
    byInode.set(inode, { durable: contentOf(content), pending: [], mode })
  const names = new Map<string, File>()
  for (const [name, inode] of before.names) {
    const file = byInode.get(inode)
    if (file) names.set(name, file)
  }
  const disk: Disk = { names, seen: new Map(names), byInode, changes: [] }
  for (const line of log) happened(disk, line)
  return disk
}

function happened(disk: Disk, line: LogLine): void {
  switch (line.kind) {
    case 'create': {
      const file: File = { durable: contentOf(Buffer.alloc(0)), pending: [], mode: line.offset }
      disk.byInode.set(line.inode, file)
      named(disk, { change: line, file })
      return
    }
    case 'write':
    case 'truncate':
      disk.byInode.get(line.inode)?.pending.push(line)
      return
    case 'sync': {
      const file = disk.byInode.get(line.inode)
      if (!file) return
      makeDurable(file)
      settle(disk, (one) => one.change.kind === 'create' && one.file === file)
      return
    }
    case 'sync folder':
      settle(disk, ({ change }) => pathsOf(change).some((path) => dirname(path) === line.path))
      return
    default:
      named(disk, { change: line, file: disk.seen.get(line.path) })
  }
}

function named(disk: Disk, change: NameChange): void {
  disk.changes.push(change)
  changeName(disk.seen, change)
}

const pathsOf = ({ path, other }: LogLine): readonly string[] => (other === '' ? [path] : [path, other])

/** Makes the chosen changes durable, together with earlier changes of the same names. */
function settle(disk: Disk, wanted: (change: NameChange) => boolean): void {
  const touched = new Set<string>()
  const settled = new Set<NameChange>()
  for (const one of [...disk.changes].reverse()) {
    const paths = pathsOf(one.change)
    if (!wanted(one) && !paths.some((path) => touched.has(path))) continue
    settled.add(one)
    for (const path of paths) touched.add(path)
  }
  for (const one of disk.changes) if (settled.has(one)) changeName(disk.names, one)
  disk.changes = disk.changes.filter((one) => !settled.has(one))
}

function changeName(names: Map<string, File>, { change, file }: NameChange): void {
  if (change.kind === 'unlink' || change.kind === 'rename') names.delete(change.path)
  if (file === undefined || change.kind === 'unlink') return
  names.set(change.kind === 'create' ? change.path : change.other, file)
}

function makeDurable(file: File): void {
  for (const line of file.pending) writeWhole(file, line)
  file.pending = []
}

function writeWhole({ durable }: File, line: LogLine): void {
  if (line.kind === 'write') writeAt(durable, line.offset, line.data)
  else cutAt(durable, line.offset)
}

/** Of the writes that were not fsynced, keeps some whole, some torn and some not at all. */
function survive(file: File, random: () => number): void {
  for (const line of file.pending) {
    const fate = random()
    if (fate < 0.4) continue
    if (fate < 0.6 && line.kind === 'write') writeTorn(file, line, random)
    else writeWhole(file, line)
  }
}

const SECTOR = 512

/** A disk writes whole sectors, in any order. */
function writeTorn({ durable }: File, { offset, data }: LogLine, random: () => number): void {
  for (let at = 0; at < data.length; ) {
    const end = Math.min(data.length, at + SECTOR - ((offset + at) % SECTOR))
    if (random() < 0.5) writeAt(durable, offset + at, data.subarray(at, end))
    at = end
  }
}

/** Puts the folder's files into that state. Folders themselves stay. */
export function writeDisk(folder: string, files: DiskAfter): void {
  for (const entry of readdirSync(folder, { recursive: true, withFileTypes: true }))
    if (entry.isFile()) rmSync(join(entry.parentPath, entry.name))
  const written = new Map<object, string>()
  for (const [name, file] of files) {
    const path = join(folder, name)
    mkdirSync(dirname(path), { recursive: true })
    const twin = written.get(file)
    if (twin !== undefined) linkSync(twin, path)
    else writeFileSync(path, file.content, { mode: file.mode })
    written.set(file, path)
  }
}
