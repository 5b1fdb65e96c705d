export type { Approvable } from './approvals.ts'
export { type About, type Authorization, createStaff, type Staff, type StaffAudit } from './staff.ts'
