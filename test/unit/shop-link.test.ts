import { expect, test } from 'vitest'
import type { RegisterChange } from '../../main/register/index.ts'
import { sessionVault } from '../../main/settings/index.ts'
import { membershipStore } from '../../main/shop-link/index.ts'
import { inRegister } from '../support/register-in.ts'
import { temporaryFolder } from '../support/temporary-folder.ts'

const joined = {
  host: 'pg',
  port: 5432,
  database: 'shop',
  ca: 'PEM',
  user: 'till',
  code: 'K02',
  shop: 'Номин',
}
const secrets = { password: 'secret', pepper: 'AAAA' }

test('each mode has a membership of its own, and leaving one keeps the other', async () => {
  const vault = sessionVault()
  await inRegister(temporaryFolder(), (register) => {
    const live = membershipStore(register, vault, 'merchant')
    const test = membershipStore(register, vault, 'practice')
    const store = (note: RegisterChange) => register.write('note', [note])
    live.keep(joined, secrets, store)
    expect(test.read()).toBeNull()
    test.keep({ ...joined, code: 'K09' }, secrets, store)
    live.forget()
    expect([live.read(), live.secrets()]).toEqual([null, null])
    expect([test.read()?.code, test.secrets()]).toEqual(['K09', secrets])
  })
})

test('the register has no password', async () => {
  await inRegister(temporaryFolder(), (register) => {
    membershipStore(register, sessionVault(), 'merchant').keep(joined, secrets, (note) =>
      register.write('note', [note]),
    )
    expect(JSON.stringify(register.rows('note'))).not.toContain(secrets.password)
  })
})
