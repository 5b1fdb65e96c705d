import { useView } from './store.ts'
import { useMay } from './use-may.ts'

/** How many values of two tills wait for a decision of the person who is signed in. */
export function useOpenConflicts(): number {
  const count = useView((view) => view.conflicts)
  return useMay('goods') ? count : 0
}
