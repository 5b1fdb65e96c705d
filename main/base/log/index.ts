export { logFile, logFolder, logNames } from './log-file.ts'
export { hideInLogs, redacted } from './redact.ts'
export { apartFromWork, asNewWork, continuing, currentWork, forSale, type Work } from './work.ts'
