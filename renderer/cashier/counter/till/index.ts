export { Till } from './till.tsx'
