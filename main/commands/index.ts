export { createActs } from './acts.ts'
export { answerCall } from './answer.ts'
export type { Desk } from './desk.ts'
export { terminalView } from './terminal-view.ts'
