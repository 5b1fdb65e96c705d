export { CashPanel } from './cash-panel.tsx'
export { HeldCash } from './held-cash.tsx'
export { TakenCash } from './taken-cash.tsx'
