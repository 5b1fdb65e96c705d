import { useView } from './store.ts'
import { useMay } from './use-may.ts'

/** The number of conflicts with other tills. Zero for a person who may not resolve them. */
export function useOpenConflicts(): number {
  const count = useView((view) => view.conflicts)
  return useMay('goods') ? count : 0
}
