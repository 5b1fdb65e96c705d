/** What the bundler puts into the pages (electron.vite.config.ts), as in `npm run build`. */
import { gzipSync } from 'node:zlib'
import { build } from 'vite'
import { expect, test, vi } from 'vitest'
import config from '../../../electron.vite.config.ts'

/** The code of each chunk by its file, and the chunks that it imports at once. */
async function chunks() {
  vi.stubEnv('NODE_ENV', 'production') // React of a test is larger
  const { renderer } = config as { renderer: Parameters<typeof build>[0] }
  const built = await build({
    ...renderer,
    configFile: false,
    logLevel: 'silent',
    build: { ...renderer?.build, write: false },
  })
  if (!('output' in built)) throw new Error('not one build')
  return built.output.filter((part) => part.type === 'chunk')
}

type Chunks = Awaited<ReturnType<typeof chunks>>

/** The code that a page reads before it shows anything. */
function startOf(page: string, all: Chunks): readonly string[] {
  const found = new Map<string, string>()
  const add = (chunk: Chunks[number] | undefined): void => {
    if (chunk === undefined || found.has(chunk.fileName)) return
    found.set(chunk.fileName, chunk.code)
    for (const file of chunk.imports) add(all.find(({ fileName }) => fileName === file))
  }
  add(all.find(({ isEntry, name }) => isEntry && name === page))
  return [...found.values()]
}

test('the pages begin without zod, without charts, and with at most 280 KB of compressed script', async () => {
  const all = await chunks()
  expect(all.some(({ code }) => code.includes('ZodObject'))).toBe(true)
  // The schemas of the main process are in no part of the pages, also in none that is loaded later.
  for (const { code, name } of all) expect(code.includes('moneySchema'), name).toBe(false)
  for (const page of ['cashier', 'display']) {
    const start = startOf(page, all)
    expect(start.length, page).toBeGreaterThan(1)
    for (const library of ['ZodObject', 'uPlot'])
      expect(start.filter((code) => code.includes(library)).length, `${library} in ${page}`).toBe(0)
    const bytes = start.reduce((sum, code) => sum + gzipSync(code, { level: 9 }).length, 0)
    expect(bytes, page).toBeLessThan(280_000)
  }
})
