/** The history of sales: turns what a person typed and chose into a search of the journal. */
export { createHistory, type History, type HistoryRequest, type OwnCodeOf } from './history.ts'
export { unlistedCodes } from './unlisted.ts'
