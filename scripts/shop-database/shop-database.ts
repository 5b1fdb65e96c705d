/**
 * `npm run shop-database -- COMMAND`: administers the PostgreSQL that the tills of a shop share (docs/many-tills.md).
 *
 *   init --shop NAME [--mode live|test] [--from DUMP --tills K01,K02|all|none]   creates the database and the shop, also a
 *                                further one for tills in test mode or of a chain; or restores a dump, in which only the named tills keep their logins
 *   upgrade [--restored --tills K01,K02|all|none]   runs missing migrations; --restored after the server was set back by its own tools
 *   pair --shop NAME [--till K07 [--take-over]]   a code with which a new till joins within ten minutes; --till renews the
 *                                login of K07, of a till that is connected only with --take-over
 *   pair --report NAME --shop NAME …  a login for reports of these shops
 *   report --from DAY [--to DAY] [--shop NAME …]  totals and Z of the shops that the login reads, and how current each till is
 *   reconcile --day DAY --service URL --username NAME [--shop NAME …]   compares these shops with the merchant's records at
 *                                the payment service; the password is in TUGRIK_MERCHANT_PASSWORD. Ends with 1 if they differ
 *   status                       of each till: last contact, unsent events, and its first 20 records in quarantine
 *   budget --shop NAME NUMBER    how many requests in a minute to the payment service the tills of the shop share
 *   dump FILE                    writes everything to a file
 *   trial --folder DIR [--port N] [--host NAME] [--shop NAME] [--mode test]   runs a PostgreSQL of its own in a folder, with TLS
 *
 * All but trial need --url postgres://USER@HOST:PORT/DATABASE and the password in PGPASSWORD, and --ca FILE for a server
 * with an authority of its own. --keys FILE keeps the peppers of PIN hashes (shop-database-keys.json); keep it safe, and
 * off the server. If it is lost, --new-key lets pair make another pepper.
 */
import { shopDatabase } from './commands.ts'

process.exitCode = await shopDatabase(process.argv.slice(2), (line) => console.log(line))
