export { runInElectron } from './run.ts'
