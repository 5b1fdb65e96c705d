/** What the bundler puts into the pages (electron.vite.config.ts), as in `npm run build`. */
import { build } from 'vite'
import { expect, test } from 'vitest'
import config from '../../../electron.vite.config.ts'

/** The code of each page, and of their shared part. */
async function pages(): Promise<ReadonlyMap<string, string>> {
  const { renderer } = config as { renderer: Parameters<typeof build>[0] }
  const built = await build({
    ...renderer,
    configFile: false,
    logLevel: 'silent',
    build: { ...renderer?.build, write: false },
  })
  if (!('output' in built)) throw new Error('not one build')
  return new Map(built.output.flatMap((part) => (part.type === 'chunk' ? [[part.name, part.code]] : [])))
}

test('no page includes the schemas of the main process, and the display includes no zod', async () => {
  const code = await pages()
  expect([...code.keys()].sort()).toEqual(['cashier', 'display', 'qr'])
  for (const page of ['cashier', 'display', 'qr']) expect(code.get(page), page).not.toContain('moneySchema')
  for (const page of ['display', 'qr']) expect(code.get(page), page).not.toContain('ZodObject')
}, 60_000)
