/**
 * `npm run audit:verify -- FILE [--head HEX]`: checks whether a journal was tampered with, and prints the first finding of each
 * check (docs/decisions/chain.md). `--head` is the head of the chain from a printed X or Z: a chain that was computed again after
 * a change does not contain it. The journal may be in use meanwhile. Nothing in it is changed.
 */
import { auditVerify } from './audit/verify.ts'

process.exitCode = auditVerify(process.argv.slice(2), (line) => console.log(line))
