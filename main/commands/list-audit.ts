import type { AnswerOf, ParsedRequestOf } from '../../shared/ipc/index.ts'
import { ROLES } from '../../shared/staff.ts'
import type { CommandContext } from './command-context.ts'

type Row = AnswerOf<'listAudit'>[number]

/** The audit trail as it is read by people: rows as they were written, with the number of the sale beside its id. */
export function listAudit(context: CommandContext, { before, limit }: ParsedRequestOf<'listAudit'>): Row[] {
  const { journal } = context.shop()
  return journal.audit.rows(limit, before).map(({ seq, at, who, act, about: written, approvedBy }) => {
    const about = JSON.parse(written) as Record<string, unknown>
    const sale = typeof about.saleId === 'string' ? journal.sales.byId(about.saleId) : null
    return {
      seq,
      at,
      who: personOf(who),
      act,
      about,
      whom: whomOf(context, about, who?.id ?? null),
      sale: sale && { id: sale.id, sequence: sale.sequence },
      approvedBy: personOf(approvedBy),
    }
  })
}

/** A role that a later program wrote is the least to this one. */
const personOf = (one: { readonly id: string; readonly name: string; readonly role: string } | null) =>
  one && { id: one.id, name: one.name, role: ROLES.find((role) => role === one.role) ?? 'cashier' }

/** The name of whoever the row's `staffId` (or `id`, of a person who was taken out) is. */
function whomOf({ staff }: CommandContext, { staffId, id }: Row['about'], who: string | null): string | null {
  const whom = staffId ?? id
  if (whom === who) return null
  return staff.list().find((one) => one.id === whom)?.name ?? null
}
