export { Till } from './till.tsx'
export type { Flush } from './use-saving.ts'
