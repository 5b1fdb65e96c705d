export { createPapers, type Papers } from './papers.ts'
export { reportPage } from './report-page.ts'
export { shiftFacts } from './shift-facts.ts'
