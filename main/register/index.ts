export { registerCopies } from './copies.ts'
export {
  type DamageNotice,
  damageNote,
  damageNotice,
  NONE,
  PEOPLE_LOST,
  peopleLostNote,
  type RegisterDamage,
  readDamage,
} from './damage.ts'
export { REGISTER_NAME } from './integrity.ts'
export { openRegister } from './register.ts'
export type { Kind, Register, RegisterChange, SharedKind, Watch } from './types.ts'
