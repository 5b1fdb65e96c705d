export { auditedAbout, auditedOutcome } from './audited.ts'
export { createStaff, type Staff, type StaffNews, type Warrant } from './staff.ts'
