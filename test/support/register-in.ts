import { silentLog } from '../../main/base/clock-and-log.ts'
import { openRegister, type Register } from '../../main/storage/register/index.ts'

/** Reads or changes the register of a folder in which no till is running, as another program would. */
export async function inRegister<Value>(folder: string, work: (register: Register) => Value): Promise<Value> {
  const register = await openRegister({ folder, log: silentLog, now: Date.now })
  try {
    return work(register)
  } finally {
    register.close()
  }
}
