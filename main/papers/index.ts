export { createPapers, type Papers } from './papers.ts'
export { shiftFacts } from './shift-facts.ts'
