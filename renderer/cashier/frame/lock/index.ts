export { ApprovalPanel, useApprovalAsked } from './approval-panel.tsx'
export { giveBackKeyboard, guardKeyboard } from './guard-keyboard.ts'
export { LockScreen } from './lock-screen.tsx'
export { RulePanel } from './rule-panel.tsx'
