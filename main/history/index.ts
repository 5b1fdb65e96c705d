/** The history of sales: what a person typed and chose, made into a search of the journal. */
export { createHistory, type History } from './history.ts'
