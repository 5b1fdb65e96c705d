export {
  type AskPerson,
  type PagePaper,
  type SystemPrinters,
  startFailure,
  startTerminal,
  type Terminal,
  type TerminalParts,
} from './start-till.ts'
