export { Paying } from './paying.tsx'
