/**
 * `npm run audit:verify -- FILE [--head HEX]`: tells whether a journal is what was written into it, or the first thing of each
 * kind that does not fit (docs/decisions/chain.md). The head on a Z or an X that was printed shows whether it is the journal that
 * it was printed from: a chain that was made anew does not have it. The journal may be in use, and nothing of it is changed.
 */
import { auditVerify } from './audit/verify.ts'

process.exitCode = auditVerify(process.argv.slice(2), (line) => console.log(line))
