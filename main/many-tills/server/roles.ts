/**
 * The roles of a server, and the logins of a shop database:
 *
 *     tugrik_owner         owns the tables and functions; nobody logs in as it
 *     tugrik_till          may call the functions of tills (group of the tills' logins)
 *     tugrik_report        may read the views of reports (group of the report logins)
 *     tugrik_till_…        one till, with a random password that it made itself
 *     tugrik_report_…      one reader of some shops
 *
 * Whoever runs this needs CREATEROLE. The functions of tills do not have it: a till is retired by taking it out of its
 * group, and joins by changing its own password.
 */
import { randomBytes } from 'node:crypto'
import type { Client } from 'pg'
import type { Mode } from '../../../shared/shop/mode.ts'
import { sealPepper } from './join.ts'
import { inTransaction } from './migrate.ts'
import { CODE_ITERATIONS, newPairingCode } from './pairing-code.ts'
import { ITERATIONS, scramVerifier } from './scram.ts'

const GROUPS = ['tugrik_owner', 'tugrik_till', 'tugrik_report'] as const

/** Creates the groups where they are missing, and closes the database to everybody else. */
export async function prepareServer(admin: Client): Promise<void> {
  for (const group of GROUPS)
    await admin.query(`DO $$ BEGIN CREATE ROLE ${group} NOLOGIN;
      EXCEPTION WHEN duplicate_object OR unique_violation THEN NULL; END $$`)
  await admin.query('GRANT tugrik_owner TO CURRENT_USER')
  await admin.query('GRANT tugrik_till TO tugrik_owner WITH ADMIN OPTION')
  const { rows } = await admin.query('SELECT current_database() AS name')
  const database = admin.escapeIdentifier(String(rows[0]?.name))
  await admin.query(`REVOKE ALL ON DATABASE ${database} FROM PUBLIC`)
  await admin.query(`GRANT CONNECT, CREATE ON DATABASE ${database} TO tugrik_owner`)
  await admin.query(`GRANT CONNECT ON DATABASE ${database} TO tugrik_till, tugrik_report`)
  await admin.query('REVOKE ALL ON SCHEMA public FROM PUBLIC')
  await closeLargeObjects(admin)
}

/** False where a restore by PostgreSQL's own tools lost the owner and the rights, as on a server without the groups. */
export async function isOwned(admin: Client): Promise<boolean> {
  const { rows } = await admin.query(
    `SELECT nspowner = 'tugrik_owner'::regrole AS owned FROM pg_namespace WHERE nspname = 'shop'`,
  )
  return rows[0]?.owned === true
}

/** Everybody may fill a disk with large objects, unless this is revoked. Only a superuser can. */
async function closeLargeObjects(admin: Client): Promise<void> {
  const { rows } = await admin.query('SELECT rolsuper AS super FROM pg_roles WHERE rolname = CURRENT_USER')
  if (!rows[0]?.super) return
  const found = await admin.query(
    `SELECT oid::regprocedure AS f FROM pg_proc
      WHERE pronamespace = 'pg_catalog'::regnamespace AND proname ~ '^(lo_|lowrite|loread)'`,
  )
  const functions = found.rows.map((row) => String(row.f)).join(', ')
  await admin.query(`REVOKE EXECUTE ON FUNCTION ${functions} FROM PUBLIC`)
}

/** Returns the mode of the shop, which is another one where it was there already. */
export async function addShop(admin: Client, shop: string, mode: Mode): Promise<Mode> {
  await admin.query('INSERT INTO shop.shop (name, mode) VALUES ($1, $2) ON CONFLICT (name) DO NOTHING', [
    shop,
    mode,
  ])
  const { rows } = await admin.query('SELECT mode FROM shop.shop WHERE name = $1', [shop])
  return rows[0]?.mode
}

async function shopId(admin: Client, shop: string): Promise<number> {
  const { rows } = await admin.query('SELECT id FROM shop.shop WHERE name = $1', [shop])
  if (rows[0] === undefined) throw new Error(`there is no shop “${shop}”`)
  return Number(rows[0].id)
}

export type NewTill = {
  readonly shop: string
  /** The terminal code of a till that gets a new login, as after a broken disk. Null for a new till with a free code. */
  readonly code: string | null
  /** The beginning of the fingerprint of the server's authority. */
  readonly authority: string
  readonly pepper: Uint8Array
  readonly minutes?: number
  /** Rounds of PBKDF2 for the code's secret. Default: CODE_ITERATIONS. */
  readonly iterations?: number
  readonly newCode?: typeof newPairingCode
}

/** Makes the login of a till, and the code with which it joins once within ten minutes. */
export async function pairTill(admin: Client, till: NewTill) {
  const { iterations = CODE_ITERATIONS, newCode = newPairingCode } = till
  let code = newCode(till.authority)
  // There are a million possible names of logins, and all shops of a server share them.
  while (await hasLogin(admin, code.role)) code = newCode(till.authority)
  const id = await shopId(admin, till.shop)
  const terminal = await inTransaction(admin, async () => {
    await admin.query('SELECT FROM shop.shop WHERE id = $1 FOR UPDATE', [id])
    await removeExpired(admin, id)
    const given = till.code ?? (await freeCode(admin, id))
    const { rows } = await admin.query('SELECT role, state FROM shop.till WHERE shop = $1 AND code = $2', [
      id,
      given,
    ])
    if (rows[0]?.state === 'retired')
      throw new Error(`the till ${given} was retired: its code is never given again`)
    await createLogin(admin, code.role, scramVerifier(code.secret, iterations))
    const waiting = [id, given, code.role, till.minutes ?? 10, sealPepper(code, till.pepper, iterations)]
    await admin.query(
      `INSERT INTO shop.till (shop, code, role, state, expires, sealed_pepper)
        VALUES ($1, $2, $3, 'pairing', now() + make_interval(mins => $4), $5)
        ON CONFLICT (shop, code) DO UPDATE SET role = excluded.role, state = excluded.state, expires = excluded.expires,
          sealed_pepper = excluded.sealed_pepper, verifier = NULL`,
      waiting,
    )
    if (rows[0] !== undefined) await dropLogin(admin, String(rows[0].role))
    return given
  })
  return { terminal, text: code.text }
}

/** The first of K01, K02 … that no till of the shop has had. After a restore the search begins at a higher number (begin_epoch). */
async function freeCode(admin: Client, shop: number): Promise<string> {
  const { rows } = await admin.query(
    `SELECT code FROM (SELECT 'K' || to_char(n, 'FM9900') AS code, n
        FROM shop.shop s, generate_series(s.codes_from, 9999) n WHERE s.id = $1) free
      WHERE code NOT IN (SELECT code FROM shop.till WHERE shop = $1) ORDER BY n LIMIT 1`,
    [shop],
  )
  if (rows[0] === undefined) throw new Error('no terminal code is free')
  return String(rows[0].code)
}

/** Codes that nobody used: their logins end. A till that never joined frees its terminal code. */
async function removeExpired(admin: Client, shop: number): Promise<void> {
  const { rows } = await admin.query(
    `SELECT t.id, t.role, EXISTS (SELECT FROM shop.stream s WHERE s.till = t.id) AS had
      FROM shop.till t WHERE t.shop = $1 AND t.state = 'pairing' AND t.expires < now()`,
    [shop],
  )
  for (const { id, role, had } of rows) {
    if (had) continue
    await admin.query('DELETE FROM shop.till WHERE id = $1', [id])
    await dropLogin(admin, String(role))
  }
}

async function createLogin(admin: Client, role: string, verifier: string): Promise<void> {
  const name = admin.escapeIdentifier(role)
  await admin.query(`CREATE ROLE ${name} LOGIN PASSWORD ${admin.escapeLiteral(verifier)} CONNECTION LIMIT 8`)
  // A till may change these for its session. They end what a broken one leaves behind.
  for (const limit of ['statement_timeout', 'lock_timeout', 'idle_in_transaction_session_timeout'])
    await admin.query(`ALTER ROLE ${name} SET ${limit} = '15s'`)
  // The owner grants it, because only who granted it can take it away.
  await admin.query('SET LOCAL ROLE tugrik_owner')
  await admin.query(`GRANT tugrik_till TO ${name}`)
  await admin.query('RESET ROLE')
}

async function hasLogin(admin: Client, role: string): Promise<boolean> {
  const { rowCount } = await admin.query('SELECT FROM pg_roles WHERE rolname = $1', [role])
  return rowCount !== 0
}

async function dropLogin(admin: Client, role: string): Promise<void> {
  // A restored server has not the logins of all tills.
  if (!(await hasLogin(admin, role))) return
  const name = admin.escapeIdentifier(role)
  await admin.query('SET LOCAL ROLE tugrik_owner')
  await admin.query(`REVOKE tugrik_till FROM ${name}`)
  await admin.query('RESET ROLE')
  await admin.query(`DROP ROLE ${name}`)
}

/** Names as `Номин/K01`. */
export type KeptTills = 'all' | readonly string[]

/**
 * After a restore: all other tills, and those that had not joined, get in with a new pairing code only. A till may have
 * been retired since the dump, or its code given to another computer. Without a time their codes do not become free.
 */
export async function keepTills(admin: Client, kept: KeptTills): Promise<void> {
  await admin.query(
    `UPDATE shop.till t SET state = 'pairing', expires = NULL, verifier = NULL, sealed_pepper = NULL FROM shop.shop s
      WHERE s.id = t.shop AND (t.state = 'pairing' OR t.state = 'active' AND s.name || '/' || t.code <> ALL ($1) AND NOT $2)`,
    kept === 'all' ? [[], true] : [kept, false],
  )
}

/** After a restore on another server: the tills' logins, with the passwords that the tills have. */
export async function restoreLogins(admin: Client): Promise<void> {
  const { rows } = await admin.query(
    `SELECT role, verifier FROM shop.till WHERE state = 'active' AND verifier IS NOT NULL
      AND role NOT IN (SELECT rolname FROM pg_roles)`,
  )
  for (const { role, verifier } of rows)
    await inTransaction(admin, () => createLogin(admin, String(role), String(verifier)))
}

/** Makes a login for reports of some shops, or gives one that is there a new password and these shops. Returns its name and password. */
export async function addReader(admin: Client, reader: string, shops: readonly string[]) {
  const role = `tugrik_report_${reader}`
  const password = randomBytes(24).toString('base64url')
  const name = admin.escapeIdentifier(role)
  await inTransaction(admin, async () => {
    const { rowCount: had } = await admin.query('DELETE FROM shop.reader WHERE role = $1', [role])
    if (!(await hasLogin(admin, role))) await admin.query(`CREATE ROLE ${name} LOGIN IN ROLE tugrik_report`)
    else if (had === 0)
      throw new Error(`another database of this server has a login ${role}: choose another name`)
    await admin.query(
      `ALTER ROLE ${name} PASSWORD ${admin.escapeLiteral(scramVerifier(password, ITERATIONS))}`,
    )
    for (const shop of shops)
      await admin.query('INSERT INTO shop.reader (role, shop) VALUES ($1, $2)', [
        role,
        await shopId(admin, shop),
      ])
  })
  return { role, password }
}
