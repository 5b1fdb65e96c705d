export { History } from './history.tsx'
