export { registerCopies } from './copies.ts'
export {
  type DamageNotice,
  damageNotice,
  PEOPLE_LOST,
  type RegisterDamage,
  readDamage,
} from './damage.ts'
export { REGISTER_NAME } from './integrity.ts'
export { openRegister } from './register.ts'
export type { Register, RegisterChange, SharedKind, Watch } from './types.ts'
