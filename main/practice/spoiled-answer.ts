/** Answers that the contract does not know, made out of ones that it does. */

/** What each kind of answer cannot do without, the most needed first. */
const NEEDED = ['access_token', 'invoice_id', 'rows', 'payment_id', 'id', 'error_code']

type Spoil = (holder: Record<string, unknown>, field: string) => void

export const withoutField: Spoil = (holder, field) => {
  delete holder[field]
}

export const withWrongType: Spoil = (holder, field) => {
  holder[field] = { unexpected: true }
}

/** The same answer with one field spoiled; an answer that is no JSON object stays as it is. */
export function spoiled(json: string, spoil: Spoil, field: string | undefined): string {
  const answer: unknown = parsed(json)
  if (!isHolder(answer)) return json
  const path = field?.split('.') ?? [NEEDED.find((name) => name in answer) ?? Object.keys(answer)[0] ?? '']
  const holder = path
    .slice(0, -1)
    .reduce<unknown>((value, key) => (isHolder(value) ? value[key] : null), answer)
  const last = path.at(-1)
  if (isHolder(holder) && last !== undefined) spoil(holder, last)
  return JSON.stringify(answer)
}

/** The first half. */
export const truncated = (json: string): string => json.slice(0, Math.floor(json.length / 2))

const isHolder = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null

function parsed(json: string): unknown {
  try {
    return JSON.parse(json)
  } catch {
    return null
  }
}
