/** Stores the shop's logo for paper beside the settings. It is dithered for each width when it is chosen. */
import { join } from 'node:path'
import type { PaperWidth } from '../../../shared/shop/settings.ts'
import { writeFileAtomically } from '../../base/files/atomic-file.ts'
import { removeSync, textOrNone } from '../../base/files/held-files.ts'
import { createSignal, type Signal } from '../../base/signal.ts'
import type { Raster } from '../../paper/draw/index.ts'
import { type FiledLogo, filedLogo } from '../../shop/files/index.ts'

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

const rastersOf = (filed: FiledLogo): LogoRasters | null =>
  filed && { 58: rasterOf(filed[58]), 80: rasterOf(filed[80]) }

const rasterOf = ({ bits, ...size }: NonNullable<FiledLogo>[PaperWidth]): Raster => ({
  ...size,
  bits: new Uint8Array(Buffer.from(bits, 'base64')),
})

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
    takeFiled: (filed) => write(rastersOf(filed)),
    onChange: changes.listen,
  }
}

const asText = (rasters: LogoRasters): string =>
  JSON.stringify(rasters, (_name, value) =>
    value instanceof Uint8Array ? Buffer.from(value).toString('base64') : value,
  )

function readRasters(file: string): LogoRasters | null {
  try {
    return rastersOf(filedLogo.parse(JSON.parse(textOrNone(file) ?? 'null')))
  } catch {
    return null
  }
}
