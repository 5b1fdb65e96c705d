export { AskedPanel, useApprovalAsked } from './asked-panel.tsx'
export { giveBackKeyboard, guardKeyboard } from './guard-keyboard.ts'
export { LockScreen } from './lock-screen.tsx'
