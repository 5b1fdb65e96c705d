/**
 * Decides whether the service returned the payment's previous e-receipt again: the ids are equal, and no field that
 * both have differs. A service may give the id of a void e-receipt to the next one, which has another time.
 */
import type { EReceipt, IssuedEReceipt } from './sale.ts'

type Last = NonNullable<EReceipt['last']>
type Told = Pick<IssuedEReceipt, 'ereceiptId' | 'printedId' | 'issuedAt'>
type ToldTaxes = Told & Pick<IssuedEReceipt, 'vat' | 'cityTax'>

export const idsOf = ({ ereceiptId, printedId }: Told): string => `${ereceiptId} ${printedId}`

/** `last.ids` is null where the last e-receipt is known to be void: the service never returns that one again. */
export const isSame = (last: Last, told: Told): boolean =>
  hasSameIds(last, told) && isSameTime(last.issuedAt, told.issuedAt)

function hasSameIds({ ids }: Last, { ereceiptId, printedId }: Told): boolean {
  if (!ids?.startsWith(`${ereceiptId} `)) return false
  // An answer without ДДТД has the e-receipt id in its place.
  return [printedId, ereceiptId].includes(ids.slice(ereceiptId.length + 1)) || printedId === ereceiptId
}

/** Fills fields that this answer lacks from the previous answer about the same e-receipt. */
export function withKnown<Receipt extends ToldTaxes>(
  { ids, issuedAt, vat, cityTax }: Last,
  told: Receipt,
): Receipt {
  const { ereceiptId, printedId } = told
  const before = ids?.slice(ereceiptId.length + 1) ?? printedId
  return {
    ...told,
    printedId: printedId === ereceiptId ? before : printedId,
    issuedAt: told.issuedAt ?? issuedAt ?? null,
    vat: told.vat ?? vat ?? null,
    cityTax: told.cityTax ?? cityTax ?? null,
  }
}

function isSameTime(one: string | null | undefined, other: string | null): boolean {
  if (!one || !other) return true
  const readings = instantsOf(one)
  return one === other || instantsOf(other).some((at) => readings.includes(at))
}

const SHOP_ZONE = '+08:00'

/** In ms. Some services put `Z` behind the shop's local time, so both readings count. */
function instantsOf(text: string): readonly number[] {
  const [, day, time = '00:00', zone = SHOP_ZONE] =
    /^([\d-]{10})(?:[T ](\d\d:\d\d(?::\d\d)?)(?:\.\d+)?(Z|[+-]\d\d:?\d\d)?)?$/.exec(text) ?? []
  const zones = zone === 'Z' ? ['Z', SHOP_ZONE] : [zone]
  return zones.map((in_) => Date.parse(`${day}T${time}${in_}`)).filter((at) => !Number.isNaN(at))
}
