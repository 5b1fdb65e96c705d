export { auditedAbout, auditedOutcome } from './audited.ts'
export { type Authorization, createStaff, type Staff, type StaffAudit } from './staff.ts'
