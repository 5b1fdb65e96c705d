/**
 * Printer models are data: one file each in resources/printers/. To add a model, copy the nearest one, use the file's
 * name as its `id`, and run test/unit/paper/print/profiles.test.ts.
 */

import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { z } from 'zod'
import { RESOURCES } from '../../base/resources.ts'
import type { EscPosDialect } from '../draw/index.ts'

/** The status commands that a printer knows. A printer that knows none has printed when all data has left. */
export type StatusWays = {
  /** DLE EOT: answered at once. */
  readonly realTime: boolean
  /** GS r: answered after the data before it. */
  readonly inTurn: boolean
  /** GS a: it reports changes by itself. */
  readonly automatic: boolean
}

export type PrinterProfile = EscPosDialect & {
  readonly id: string
  /** The name on the screen, with the maker. */
  readonly name: string
  /** Widths in mm, the default first. */
  readonly widths: readonly (58 | 80)[]
  readonly status: StatusWays
}

const DEFAULT_PROFILE = 'escpos'

/** ESC p counts in steps of 2 ms, in one byte. */
const pulse = z.int().min(2).max(510).multipleOf(2)

const profileSchema = z.strictObject({
  id: z.string().regex(/^[a-z0-9-]{1,40}$/),
  name: z.string().min(1).max(60),
  widths: z
    .array(z.union([z.literal(58), z.literal(80)]))
    .min(1)
    .max(2),
  mode: z.enum(['raster', 'text']),
  codePage: z.int().min(0).max(255).nullable(),
  columns: z.strictObject({ 58: z.int().min(16).max(64), 80: z.int().min(16).max(64) }),
  /** At most 255, because some printers read only one byte of the row count. */
  bandRows: z.int().min(8).max(255),
  cut: z.enum(['partial', 'full', 'none']),
  linesBeforeCut: z.int().min(0).max(20),
  drawer: z
    .strictObject({ pin: z.union([z.literal(2), z.literal(5)]), onMs: pulse, offMs: pulse })
    .nullable(),
  status: z.strictObject({ realTime: z.boolean(), inTurn: z.boolean(), automatic: z.boolean() }),
})

/** The built program in out/main has the same distance to resources/. */
const PRINTERS = join(RESOURCES, 'printers')

let loaded: readonly PrinterProfile[] | null = null

/** All models, the general one first. Throws with the name of a file that is not a profile. */
export function loadProfiles(folder?: string): readonly PrinterProfile[] {
  if (folder !== undefined) return readProfiles(folder)
  loaded ??= readProfiles(PRINTERS)
  return loaded
}

/** The model with that name. An unknown name, as from settings of a later version, is the general one. */
export function profileNamed(id: string): PrinterProfile {
  const profiles = loadProfiles()
  const found = profiles.find((profile) => profile.id === id) ?? profiles[0]
  if (!found) throw new Error('no printer profile is installed')
  return found
}

function readProfiles(folder: string): readonly PrinterProfile[] {
  const files = readdirSync(folder).filter((file) => file.endsWith('.json'))
  const profiles = files.map((file) => readProfile(folder, file))
  const general = ({ id }: PrinterProfile): number => (id === DEFAULT_PROFILE ? 0 : 1)
  return profiles.sort((one, other) => general(one) - general(other) || one.id.localeCompare(other.id))
}

function readProfile(folder: string, file: string): PrinterProfile {
  try {
    const profile = profileSchema.parse(JSON.parse(readFileSync(join(folder, file), 'utf8')))
    if (`${profile.id}.json` !== file) throw new Error(`its id is ${profile.id}`)
    if (profile.mode === 'text' && profile.codePage === null) throw new Error('text needs a code page')
    return profile
  } catch (cause) {
    throw new Error(`${file} is no printer profile`, { cause })
  }
}
