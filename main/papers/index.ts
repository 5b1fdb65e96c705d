export { createPapers, type Papers } from './papers.ts'
