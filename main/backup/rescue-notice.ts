import type { KeyValueTable } from '../journal/index.ts'
import type { RescueReport } from './rescue-report.ts'

/** The fact under which the last rescue is kept, until a person has seen what became of the journal. */
export const RESCUED = 'rescued'

export function rescueNotice(facts: KeyValueTable) {
  return {
    rescueNotice: (): RescueReport | null => {
      const news = facts.read(RESCUED)
      return news === null ? null : (JSON.parse(news) as RescueReport)
    },
    acknowledgeRescue: (): void => void facts.write(RESCUED, null),
  }
}
