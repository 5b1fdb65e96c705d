/** What whoever runs the server does (scripts/shop-database/shop-database.ts). Tills use none of it. */
import type { Client } from 'pg'
import { z } from 'zod'
import * as answer from './answers.ts'
import type { FiguresAsked, ShopDatabase } from './client.ts'
import { type Connection, connectOnce } from './connect.ts'
import { quarantinedRecord } from './quarantined-record.ts'

/** Records in quarantine that the status of a till lists. */
const SHOWN_APART = 20
/** Minutes, because a migration of a large shop takes its time. */
const ADMIN_QUERY_MS = 600_000

export const connectAdmin = (connection: Connection): Promise<Client> =>
  connectOnce({ ...connection, queryMs: ADMIN_QUERY_MS })

/** Creates the database where it is missing. */
export async function createDatabase(server: Client, database: string): Promise<void> {
  const { rows } = await server.query('SELECT FROM pg_database WHERE datname = $1', [database])
  if (rows.length === 0)
    await server.query(
      `CREATE DATABASE ${server.escapeIdentifier(database)} ENCODING 'UTF8' TEMPLATE template0 LOCALE 'C'`,
    )
}

/** Whether another program has tables there. Those of extensions do not count: a managed server may create some in every database. */
export async function hasOtherTables(admin: Client): Promise<boolean> {
  const { rowCount } = await admin.query(
    `SELECT FROM pg_class c WHERE c.relkind IN ('r', 'p', 'm', 'f') AND c.relnamespace::regnamespace::text !~ '^(pg_|information_schema$)'
      AND NOT EXISTS (SELECT FROM pg_depend d WHERE d.classid = 'pg_class'::regclass AND d.objid = c.oid AND d.deptype = 'e') LIMIT 1`,
  )
  return rowCount === 1
}

/** The merchant's requests to the payment service in a minute, which the active tills share. False without such a shop. */
export async function setBudget(admin: Client, shop: string, perMinute: number): Promise<boolean> {
  const { rowCount } = await admin.query('UPDATE shop.shop SET budget = $2 WHERE name = $1', [
    shop,
    perMinute,
  ])
  return rowCount === 1
}

export async function tillsOf(admin: Client): Promise<readonly Readonly<Record<string, unknown>>[]> {
  const { rows } = await admin.query(
    `SELECT s.name AS shop, t.code, t.state, t.heard_at AS heard FROM shop.shop s JOIN shop.till t ON t.shop = s.id
      ORDER BY s.name, t.code`,
  )
  return rows
}

export async function statusOf(admin: Client) {
  const { rows } = await admin.query(
    `SELECT s.name AS shop, s.mode, t.code, t.state, t.heard_at AS heard, shop.set_apart_of(t.id, $1) AS apart, t.status,
        (SELECT count(*)::int FROM shop.quarantine q WHERE q.till = t.id AND q.seen_at IS NULL) AS quarantine,
        (SELECT coalesce(sum(l.next - 1), 0)::float8 FROM shop.stream l WHERE l.till = t.id) AS events
      FROM shop.shop s LEFT JOIN shop.till t ON t.shop = s.id ORDER BY s.name, t.code`,
    [SHOWN_APART],
  )
  const size = await admin.query('SELECT pg_size_pretty(pg_database_size(current_database())) AS size')
  const tills = rows.map(({ apart, ...till }) => ({
    ...(till as Readonly<Record<string, unknown>>),
    apart: answer.setApart.parse(apart).map(quarantinedRecord),
  }))
  return { size: String(size.rows[0]?.size), tills }
}

/** Whether a process speaks for the till: it said no goodbye, and was heard of in the last minute. */
export async function isConnected(admin: Client, shop: string, code: string): Promise<boolean> {
  const { rowCount } = await admin.query(
    `SELECT FROM shop.till t JOIN shop.shop s ON s.id = t.shop WHERE s.name = $1 AND t.code = $2 AND t.state = 'active'
      AND t.instance IS NOT NULL AND t.heard_at > now() - interval '1 minute'`,
    [shop, code],
  )
  return rowCount === 1
}

/** The shops that this login reads. */
export async function shopsOf(reader: Client): Promise<readonly string[]> {
  const { rows } = await reader.query('SELECT DISTINCT shop FROM report.till ORDER BY shop')
  return rows.map(({ shop }) => String(shop))
}

/**
 * Sales of a shop for a reconciliation, as a till gets them with `invoiced` and `invoicedUnder`. None where this login may not
 * read the shop.
 */
export function invoicedOfShop(
  reader: Client,
  shop: string,
): Pick<ShopDatabase, 'invoiced' | 'invoicedUnder'> {
  const read = async (...asked: readonly unknown[]) => {
    const { rows } = await reader.query('SELECT report.invoiced($1, $2, $3, $4, $5, $6) AS told', [
      shop,
      ...asked,
    ])
    return answer.invoiced.parse(rows[0]?.told ?? [])
  }
  return {
    invoiced: (from, before, after, most) => read(from, before, after, [], most),
    invoicedUnder: (names) => read(0, 0, '', [...names], names.length),
  }
}

/** The figures of all tills of a shop, as a till gets them. Null where this login may not read the shop. */
export async function figuresOfShop(reader: Client, shop: string, asked: FiguresAsked) {
  const { rows } = await reader.query('SELECT report.figures($1, NULL, $2) AS told', [
    shop,
    JSON.stringify(asked),
  ])
  return z.nullable(answer.figures).parse(rows[0]?.told ?? null)
}
