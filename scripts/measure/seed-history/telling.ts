/** Builds a story commit by commit, in shop time. */
import type { NewPrintJob } from '../../../main/storage/projections/index.ts'
import type { SaleEvent } from '../../../shared/sale/sale.ts'
import { shopDay, shopHour } from '../../../shared/shop/shop-day.ts'
import type { Cashier } from '../../../shared/shop/staff.ts'
import type { Chance } from '../../run/hosts/chance.ts'

export type StoryCommit = {
  readonly at: number
  readonly events: readonly SaleEvent[]
  readonly newJobs?: readonly NewPrintJob[]
}

export type Story = { readonly id: string; readonly commits: readonly StoryCommit[] }

/** A story to which commits are still added. */
export type Telling = Story & {
  readonly chance: Chance
  readonly until: number
  readonly at: () => number
  /** Moves the time on by so many ms, but not past the end of the history. */
  readonly commit: (pause: number, events: readonly SaleEvent[], rest?: Partial<StoryCommit>) => void
}

export const HOUR = 3_600_000

export function begun(
  id: string,
  { chance, openedAt, until }: Pick<Telling, 'chance' | 'until'> & { readonly openedAt: number },
): Telling {
  const commits: StoryCommit[] = []
  let at = openedAt
  return {
    id,
    commits,
    chance,
    until,
    at: () => at,
    commit: (pause, events, rest = {}) => {
      at = Math.min(until - 1, at + pause)
      commits.push({ at, events, ...rest })
    },
  }
}

export const seconds = (chance: Chance, least: number, most: number): number =>
  1000 * least + chance.below(1000 * (most - least))

const word = (chance: Chance): string => chance.below(0x1_0000_0000).toString(16).padStart(8, '0')

export function uuid(chance: Chance): string {
  const [one, two, three, four] = [word(chance), word(chance), word(chance), word(chance)]
  return `${one}-${two.slice(0, 4)}-4${two.slice(5)}-a${three.slice(1, 4)}-${three.slice(4)}${four}`
}

const [MORNING, EVENING, SUNDAY] = [
  { id: 'c1', name: 'Болормаа' },
  { id: 'c2', name: 'Ганзориг' },
  { id: 'c3', name: 'Энхтуяа' },
] as const

/** The cashier on duty at that time. */
export function cashierAt(at: number): Cashier {
  if (new Date(`${shopDay(at)}T00:00:00Z`).getUTCDay() === 0) return SUNDAY
  return Number(shopHour(at)) < HANDOVER_HOUR ? MORNING : EVENING
}

export const HANDOVER_HOUR = 15
