/**
 * The names of organisations that get receipts, by register number. A name is typed once; the tills of a shop share it. Which
 * numbers were served is in the sales. A citizen's number is never kept (docs/decisions/organisation-names.md).
 */
import { z } from 'zod'
import { refuse } from '../../../shared/failure.ts'
import { isMeant, LONGEST_ORGANISATION, type Organisation } from '../../../shared/shop/organisation.ts'
import { parseRegister } from '../../../shared/shop/register-number.ts'
import type { Register } from '../../storage/register/index.ts'

const stored = z.strictObject({ name: z.string().trim().min(1).max(LONGEST_ORGANISATION) })

/** The register number of an organisation, in its normal form; null for any other text. */
function registerIn(typed: string): string | null {
  const parsed = parseRegister(typed)
  return parsed?.kind === 'organisation' ? parsed.register : null
}

/** The row as it is stored and shared, always as the same text. Null if it is not one of an organisation. */
export function tidyOrganisation(key: string, body: string): string | null {
  const read = stored.safeParse(JSON.parse(body))
  return registerIn(key) === key && read.success ? JSON.stringify(read.data) : null
}

export type Organisations = {
  readonly nameOf: (register: string) => string | null
  /** Those that are meant by what is typed, in the order of their numbers. */
  readonly find: (typed: string, most: number) => readonly Organisation[]
  /** An empty name takes the name away. */
  readonly name: (register: string, name: string) => void
}

export function createOrganisations(rows: Pick<Register, 'row' | 'rows' | 'write'>): Organisations {
  const asOrganisation = ({ key, body }: { readonly key: string; readonly body: string }): Organisation[] => {
    const read = tidyOrganisation(key, body)
    return read === null ? [] : [{ register: key, name: stored.parse(JSON.parse(read)).name }]
  }
  return {
    nameOf: (register) => {
      const row = rows.row('organisation', registerIn(register) ?? register)
      return (row && asOrganisation(row)[0]?.name) ?? null
    },
    find: (typed, most) =>
      rows
        .rows('organisation')
        .flatMap(asOrganisation)
        .filter((one) => isMeant(typed, one))
        .sort((one, other) => one.register.localeCompare(other.register))
        .slice(0, most),
    name: (register, name) => {
      const key = registerIn(register) ?? refuse('REGISTER_INVALID')
      const body =
        name.trim() === '' ? null : JSON.stringify({ name: name.trim().slice(0, LONGEST_ORGANISATION) })
      rows.write('organisation', [{ key, body }])
    },
  }
}
