/**
 * The people of the shop, in one file of the terminal's folder. A damaged one is set aside and locks the till: an empty
 * list would let everybody do everything (docs/operations.md tells the owner what to do).
 */
import { existsSync, readFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { z } from 'zod'
import { ROLES } from '../../shared/staff.ts'
import { writeFileAtomically } from '../atomic-file.ts'
import type { Log } from '../environment.ts'
import { storedPin } from './pin.ts'

const member = z.strictObject({
  id: z.string().regex(/^[\w-]{1,64}$/),
  name: z.string().min(1).max(60),
  role: z.enum(ROLES),
  active: z.boolean(),
  /** Null: came with a copy of the shop, and the owner has given none yet. */
  pin: storedPin.nullable(),
})
export type Member = z.infer<typeof member>

const people = z
  .strictObject({ version: z.literal(1), people: z.array(member).min(1).max(500) })
  .refine(({ people: all }) => all.some(isActiveOwner))

/** What is left in the place of a damaged file: the till stays locked over every restart. */
const damagedMark = z.strictObject({ version: z.literal(1), damaged: z.string() })

export type StaffFile = {
  /** The file could not be read: nobody can sign in. */
  readonly damaged: boolean
  readonly read: () => readonly Member[]
  readonly write: (people: readonly Member[]) => void
}

/** One who can sign in. */
export const isActiveOwner = ({ role, active, pin }: Pick<Member, 'role' | 'active' | 'pin'>): boolean =>
  role === 'owner' && active && pin !== null

export function staffFile(folder: string, now: () => number, log: Log): StaffFile {
  const file = join(folder, 'staff.json')
  const found = readPeople(file)
  if (found === 'damaged') setAside(file, now(), log)
  let known: readonly Member[] = found === 'damaged' || found === 'set aside' ? [] : found
  return {
    damaged: found === 'damaged' || found === 'set aside',
    read: () => known,
    write: (all) => {
      writeFileAtomically(file, JSON.stringify({ version: 1, people: all }, null, 2))
      known = all
    },
  }
}

function readPeople(file: string): readonly Member[] | 'damaged' | 'set aside' {
  if (!existsSync(file)) return []
  try {
    const content: unknown = JSON.parse(readFileSync(file, 'utf8'))
    if (damagedMark.safeParse(content).success) return 'set aside'
    return people.parse(content).people
  } catch {
    return 'damaged'
  }
}

function setAside(file: string, at: number, log: Log): void {
  const name = `staff.damaged-${at}.json`
  log.error(`${basename(file)} cannot be read: it is set aside as ${name}, and nobody can sign in`)
  try {
    writeFileAtomically(join(file, '..', name), readFileSync(file, 'utf8'))
    writeFileAtomically(file, JSON.stringify({ version: 1, damaged: name }))
  } catch {
    // A file that cannot even be read stays where it is: as damaged at the next start as now.
  }
}
