/** The accounting export: postings as entries in the shop's own chart of accounts. */
export { type EntriesFile, writeEntries } from './entries-file.ts'
