export { logFile, logFolder, logNames } from './log-file.ts'
export { hideInLogs, redacted } from './redact.ts'
export {
  asNewTrace,
  continuing,
  currentTrace,
  forSale,
  type Work,
  withUntracedTimers,
} from './work.ts'
