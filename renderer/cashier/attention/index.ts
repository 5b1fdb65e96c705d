export { Attention } from './attention.tsx'
