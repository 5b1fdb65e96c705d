export { ExchangeStrip } from './exchange.tsx'
export { ReturnForm } from './return-form.tsx'
export { Returns } from './returns.tsx'
