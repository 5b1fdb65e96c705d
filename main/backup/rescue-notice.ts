import type { KeyValueTable } from '../journal/index.ts'
import type { RescueReport } from './rescue-report.ts'

/** The fact under which the last rescue is kept, until a person has seen what became of the journal. */
export const RESCUED = 'rescued'

export type RescueNotice = ReturnType<typeof rescueNotice>

export function rescueNotice(facts: KeyValueTable) {
  return {
    report: (): RescueReport | null => {
      const news = facts.read(RESCUED)
      return news === null ? null : (JSON.parse(news) as RescueReport)
    },
    acknowledge: (): void => void facts.write(RESCUED, null),
  }
}
