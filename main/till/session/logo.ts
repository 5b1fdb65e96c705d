/** The shop's logo for paper, in a row of the register. It is dithered for each width when it is chosen. */
import type { PaperWidth } from '../../../shared/shop/settings.ts'
import { parseJson } from '../../base/files/parse-json.ts'
import { createSignal, type Signal } from '../../base/signal.ts'
import type { Raster } from '../../paper/draw/index.ts'
import { type FiledLogo, filedLogo } from '../../shop/files/index.ts'
import type { Register, RegisterChange } from '../../storage/register/index.ts'

export type Logo = {
  /** Null where there is none, or the row cannot be read. */
  readonly read: (width: PaperWidth) => Raster | null
  /** As in a shop file. */
  readonly filed: () => FiledLogo
  /** `write`: stores the row together with others. */
  readonly store: (logo: FiledLogo, write?: (row: RegisterChange) => void) => void
  readonly onChange: Signal['listen']
}

const KEY = 'logo'

export function keptLogo(register: Pick<Register, 'rows' | 'write'>): Logo {
  const row = register.rows('note').find(({ key }) => key === KEY)
  let known = filedLogo.safeParse(parseJson(row?.body ?? 'null')).data ?? null
  let rasters = rastersOf(known)
  const changes = createSignal()
  return {
    read: (width) => rasters?.[width] ?? null,
    filed: () => known,
    store: (logo, write = (changed) => register.write('note', [changed])) => {
      write({ key: KEY, body: logo && JSON.stringify(logo) })
      known = logo
      rasters = rastersOf(logo)
      changes.emit()
    },
    onChange: changes.listen,
  }
}

const rastersOf = (logo: FiledLogo) => logo && { 58: rasterOf(logo[58]), 80: rasterOf(logo[80]) }

const rasterOf = ({ bits, ...size }: NonNullable<FiledLogo>[PaperWidth]): Raster => ({
  ...size,
  bits: new Uint8Array(Buffer.from(bits, 'base64')),
})

export const filedRaster = ({ bits, ...size }: Raster): NonNullable<FiledLogo>[PaperWidth] => ({
  ...size,
  bits: Buffer.from(bits).toString('base64'),
})
