/**
 * `npm run receipt -- --sale NAME|--all [--width 58|80] [--out DIR] [--profile NAME]`: renders papers of every kind
 * with every renderer into files: picture, page, PDF, text, and the bytes for a printer of that profile. For an unknown
 * name it prints the known names.
 */
import { mkdirSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { parseArgs } from 'node:util'
import {
  createRasterRenderer,
  documentAsEscPos,
  documentAsHtml,
  documentAsPdf,
  rasterAsPng,
} from '../../main/paper/draw/index.ts'
import { loadProfiles } from '../../main/paper/print/index.ts'
import type { PaperWidth } from '../../shared/shop/settings.ts'
import { PAPERS } from '../../test/fixtures/papers/index.ts'
import { documentAsText } from './document-as-text.ts'

const { values } = parseArgs({
  options: {
    sale: { type: 'string' },
    all: { type: 'boolean', default: false },
    width: { type: 'string', default: '80' },
    out: { type: 'string', default: 'out/receipts' },
    profile: { type: 'string', default: 'escpos' },
  },
})

const papers = values.all ? PAPERS : [oneOf('paper', PAPERS, ({ name }) => name === values.sale)]
const profile = oneOf('profile', loadProfiles(), ({ id }) => id === values.profile)
const width = widthOf(values.width)
const folder = resolve(values.out)

mkdirSync(folder, { recursive: true })
for (const { name, document } of papers) {
  const raster = createRasterRenderer().render(document, width)
  const contents = {
    png: rasterAsPng(raster),
    html: documentAsHtml(document, { width, title: name }),
    pdf: documentAsPdf(document, width),
    txt: documentAsText(document, profile.columns[width]),
    bin: documentAsEscPos(document, { width, raster, dialect: profile }),
  }
  for (const [ending, content] of Object.entries(contents)) {
    const file = join(folder, `${name}-${width}.${ending}`)
    writeFileSync(file, content)
    console.log(file)
  }
}

type Named = { readonly name: string; readonly id?: string }

function oneOf<T extends Named>(what: string, all: readonly T[], isWanted: (one: T) => boolean): T {
  const found = all.find(isWanted)
  if (found) return found
  return refuse(`no such ${what}; there are:\n${all.map(({ id, name }) => `  ${id ?? name}`).join('\n')}`)
}

function widthOf(text: string): PaperWidth {
  if (text === '58') return 58
  return text === '80' ? 80 : refuse(`paper is 58 or 80 mm wide, not ${text}`)
}

function refuse(why: string): never {
  console.error(why)
  process.exit(1)
}
