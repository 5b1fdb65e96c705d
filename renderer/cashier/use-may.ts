import { mayDo, type Permission } from '../../shared/staff.ts'
import { useView } from './store.ts'

/** Whether whoever stands at the till may do this alone. Told of here; held in the main process. */
export const useMay = (permission: Permission): boolean =>
  useView(({ staffed, person }) => !staffed || (person !== null && mayDo(person.role, permission)))
