/** The accounting export: postings as entries in the shop's own chart of accounts. */
export { type EntriesFile, pauses, writeEntries } from './entries-file.ts'
export { toIssueOfDay } from './to-issue.ts'
