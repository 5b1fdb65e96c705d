/** How much the product adds to Electron's own files, and how much script a page reads before its first picture. */
import { globSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { MATERIALS, NOTICES } from '../../run/package/inside.ts'
import { ensurePackaged, PACKED } from '../../run/package/packaged-app.ts'
import { sizesOf } from '../../run/packing.ts'
import { ensureBuild } from '../../run/setup/build.ts'
import { inProject } from '../../run/setup/project.mjs'
import { type Figure, figure, spreadOf } from './figure.ts'

export async function measureSize(): Promise<readonly Figure[]> {
  await ensureBuild()
  const packaged = await ensurePackaged()
  if ('missing' in packaged) console.log(`  the package is not measured: ${packaged.missing}`)
  return [...('missing' in packaged ? [] : [packageSize()]), scriptSize('cashier'), scriptSize('display')]
}

const packageSize = (): Figure =>
  figure({
    name: 'the packaged app without Electron',
    note: 'The archive, the native code beside it, and the notices of what is inside.',
    unit: 'MB',
    ours: spreadOf([addedBytes() / 1e6]),
    reach: { at: 'p50', atMost: 45 },
  })

function addedBytes(): number {
  const sizes = sizesOf(PACKED)
  const beside = globSync(`**/{${NOTICES},${MATERIALS}}`, { cwd: PACKED })
  return beside.reduce(
    (sum, file) => sum + statSync(join(PACKED, file)).size,
    sizes['app.asar'] + sizes['native code beside it'],
  )
}

function scriptSize(page: 'cashier' | 'display'): Figure {
  const bytes = scriptsOf(page).reduce(
    (sum, file) => sum + gzipSync(readFileSync(file), { level: 9 }).length,
    0,
  )
  return figure({
    name: `script at the first paint of the ${page}’s page`,
    note: 'Gzipped: the script of the page and all that it imports at once.',
    unit: 'KB',
    ours: spreadOf([bytes / 1e3]),
    reach: { at: 'p50', atMost: 250 },
  })
}

/** What the page names, and what that imports by a statement. What it imports later by a call is not needed first. */
function scriptsOf(page: string): readonly string[] {
  const folder = inProject(`out/renderer/${page}`)
  const html = readFileSync(join(folder, 'index.html'), 'utf8')
  const found = new Set<string>()
  const add = (file: string): void => {
    if (found.has(file)) return
    found.add(file)
    const code = readFileSync(file, 'utf8')
    for (const [, name = ''] of code.matchAll(/(?:from|import)\s*["'](\.\/[^"']+\.js)["']/g))
      add(join(file, '..', name))
  }
  for (const [, name = ''] of html.matchAll(/(?:src|href)="([^"]+\.js)"/g)) add(join(folder, name))
  return [...found]
}
