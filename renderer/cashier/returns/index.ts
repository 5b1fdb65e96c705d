export { ReturnForm } from './return-form.tsx'
export { Returns } from './returns.tsx'
