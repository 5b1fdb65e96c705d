/** Stores the shop's logo for paper beside the settings. It is dithered for each width when it is chosen. */
import { join } from 'node:path'
import { z } from 'zod'
import type { PaperWidth } from '../../../shared/shop/settings.ts'
import { writeFileAtomically } from '../../base/files/atomic-file.ts'
import { removeSync, textOrNone } from '../../base/files/held-files.ts'
import { createSignal, type Signal } from '../../base/signal.ts'
import type { Raster } from '../../paper/draw/index.ts'

type LogoRasters = Readonly<Record<PaperWidth, Raster>>

export type Logo = {
  /** Null where there is none, or the file cannot be read. */
  readonly read: (width: PaperWidth) => Raster | null
  readonly write: (rasters: LogoRasters | null) => void
  /** The logo as JSON, for a shop file. */
  readonly filed: () => FiledLogo
  readonly takeFiled: (filed: FiledLogo) => void
  readonly onChange: Signal['listen']
}

type FiledRaster = { readonly width: number; readonly height: number; readonly bits: string }
type FiledLogo = Readonly<Record<PaperWidth, FiledRaster>> | null

const keptRaster = z
  .strictObject({
    width: z.int().positive().max(576),
    height: z.int().positive().max(1000),
    bits: z.base64().transform((text) => new Uint8Array(Buffer.from(text, 'base64'))),
  })
  .refine(({ width, height, bits }) => bits.length === Math.ceil(width / 8) * height)

const keptRasters = z.strictObject({ 58: keptRaster, 80: keptRaster })

export function keptLogo(folder: string): Logo {
  const file = join(folder, 'logo.json')
  let known = readRasters(file)
  const changes = createSignal()
  const write: Logo['write'] = (rasters) => {
    if (rasters === null) removeSync(file)
    else writeFileAtomically(file, asText(rasters))
    known = rasters
    changes.emit()
  }
  return {
    read: (width) => known?.[width] ?? null,
    write,
    filed: () => (known === null ? null : (JSON.parse(asText(known)) as FiledLogo)),
    takeFiled: (filed) => write(filed === null ? null : keptRasters.parse(filed)),
    onChange: changes.listen,
  }
}

const asText = (rasters: LogoRasters): string =>
  JSON.stringify(rasters, (_name, value) =>
    value instanceof Uint8Array ? Buffer.from(value).toString('base64') : value,
  )

function readRasters(file: string): LogoRasters | null {
  try {
    return keptRasters.parse(JSON.parse(textOrNone(file) ?? 'null'))
  } catch {
    return null
  }
}
