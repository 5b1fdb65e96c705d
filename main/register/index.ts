export { openRegister, REGISTER_NAME } from './register.ts'
export {
  damageNote,
  damageSeen,
  PEOPLE_LOST,
  peopleLostNote,
  type RegisterDamage,
  readDamage,
} from './rescue.ts'
export type { Kind, Register, RegisterChange, Watch } from './types.ts'
