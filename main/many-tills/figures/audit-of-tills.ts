/** The audit trail of all tills, as they sent it to the shop database (main/storage/projections/streams.ts). */
import { z } from 'zod'
import { codeOfChoice, type TillChoice } from '../../../shared/books/all-tills.ts'
import type { AuditPlace, ShopLink } from '../link/index.ts'

const someone = z.nullable(z.object({ id: z.string(), name: z.string(), role: z.string() }))
const entry = z.object({
  kind: z.string(),
  about: z.record(z.string(), z.unknown()),
  who: someone,
  approvedBy: someone,
})

/** Newest first. An entry that cannot be read is shown with its time and its till, so that it is not lost. */
export const auditOfTills =
  ({ link }: { readonly link: Pick<ShopLink, 'ask'> }) =>
  async (till: TillChoice, before: AuditPlace | null, most: number) => {
    const rows = await link.ask((database) => database.audit(codeOfChoice(till), before, most))
    return rows.map(({ body, sequence, ...place }) => {
      const read = entry.safeParse(JSON.parse(body))
      const { kind, about, who, approvedBy } = read.success ? read.data : UNREADABLE
      const sale =
        typeof about.saleId === 'string' && sequence !== null ? { id: about.saleId, sequence } : null
      return { ...place, action: kind, about, who, approvedBy, sale }
    })
  }

const UNREADABLE: z.output<typeof entry> = { kind: '?', about: {}, who: null, approvedBy: null }
