/** A hostile page fills Chromium's storage. Nothing of it is on the disk, and the till goes on. */
import { readdirSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { openHost } from '../../scripts/run/hosts/index.ts'
import { expect, inElectron, test } from '../support/hosts.ts'
import { ringUp } from '../support/till-actions.ts'

const MIB = 1024 * 1024

test(
  'a page can store nothing but blobs, which are not on the disk and gone with the program',
  inElectron('the storage of the program’s own Chromium'),
  async () => {
    const info = test.info()
    const dataFolder = info.outputPath('data')
    const open = () => openHost('electron', { dataFolder, practice: null, electron: { args: [], env: {} } })
    let host = await open()
    try {
      const before = bytesIn(dataFolder)
      const stored = await host.page.evaluate(fillStorage)
      expect(stored).toEqual(['blobs'])
      expect((bytesIn(dataFolder) - before) / MIB, stored.join()).toBeLessThan(8)
      await ringUp(host.page, 'талх')
      await host.close()
      host = await open()
      expect(await host.page.evaluate(whatIsStored)).toEqual([])
    } finally {
      await host.kill()
    }
  },
)

/** Runs in the page: stores some 64 MiB in each place, and returns the places that took it. */
async function fillStorage(): Promise<readonly string[]> {
  const EACH = 64 * 1024 * 1024
  const piece = (bytes: number): Uint8Array<ArrayBuffer> => {
    const filled = new Uint8Array(bytes)
    for (let at = 0; at < bytes; at += 65_536) crypto.getRandomValues(filled.subarray(at, at + 65_536))
    return filled
  }
  const settled = (request: IDBRequest | IDBTransaction) =>
    new Promise((resolve, reject) => {
      for (const end of ['success', 'complete']) request.addEventListener(end, resolve)
      for (const end of ['error', 'abort']) request.addEventListener(end, reject)
    })
  const places: Record<string, () => unknown> = {
    'local storage': () => localStorage.setItem('hostile', 'x'.repeat(4_000_000)),
    cookie: async () => {
      await Reflect.get(window, 'cookieStore').set({ name: 'hostile', value: 'x', expires: Date.now() + 1e9 })
    },
    'indexed DB': async () => {
      const opening = indexedDB.open('hostile')
      opening.addEventListener('upgradeneeded', () => opening.result.createObjectStore('hostile'))
      await settled(opening)
      for (let at = 0; at < 16; at += 1) {
        const writing = opening.result.transaction('hostile', 'readwrite')
        writing.objectStore('hostile').put(piece(EACH / 16), at)
        await settled(writing)
      }
    },
    'indexed DB with blobs': async () => {
      const opening = indexedDB.open('blobs')
      opening.addEventListener('upgradeneeded', () => opening.result.createObjectStore('blobs'))
      await settled(opening)
      const writing = opening.result.transaction('blobs', 'readwrite')
      writing.objectStore('blobs').put(new Blob([piece(EACH)]), 1)
      await settled(writing)
    },
    caches: async () => {
      const cache = await caches.open('hostile')
      await cache.put('https://pos.invalid/hostile', new Response(piece(EACH)))
    },
    'private files': async () => {
      const root = await navigator.storage.getDirectory()
      const file = await root.getFileHandle('hostile', { create: true })
      const writing = await file.createWritable()
      await writing.write(piece(EACH))
      await writing.close()
    },
    blobs: async () => {
      const kept = Array.from({ length: 8 }, () => new Blob([piece(EACH / 8)]))
      Object.assign(window, { kept })
      await Promise.all(kept.map((blob) => blob.slice(0, 1).arrayBuffer()))
    },
  }
  const took: string[] = []
  for (const [name, store] of Object.entries(places)) {
    try {
      await store()
      took.push(name)
    } catch {
      // refused, or full
    }
  }
  return took
}

/** Runs in the page. */
async function whatIsStored(): Promise<readonly string[]> {
  const found: Record<string, () => unknown> = {
    'local storage': () => localStorage.getItem('hostile'),
    cookie: () => document.cookie,
    'indexed DB': async () => (await indexedDB.databases()).length,
    caches: async () => (await caches.keys()).length,
    'private files': async () => {
      const root = await navigator.storage.getDirectory()
      return root.getFileHandle('hostile').then(
        () => true,
        () => false,
      )
    },
  }
  const stored: string[] = []
  for (const [name, look] of Object.entries(found))
    if (
      await Promise.resolve()
        .then(look)
        .catch(() => null)
    )
      stored.push(name)
  return stored
}

const bytesIn = (folder: string): number =>
  readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .reduce(
      (sum, { parentPath, name }) =>
        sum + (statSync(join(parentPath, name), { throwIfNoEntry: false })?.size ?? 0),
      0,
    )
