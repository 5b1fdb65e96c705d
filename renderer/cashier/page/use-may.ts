import { mayDo, type Permission } from '../../../shared/shop/staff.ts'
import { useView } from './store.ts'

/**
 * Whether the signed-in person may run a command without approval. Only for the screen: the main process enforces it.
 */
export const useMay = (permission: Permission): boolean =>
  useView(({ staffed, person }) => !staffed || (person !== null && mayDo(person.role, permission)))
