import { z } from 'zod'
import { isLoopback } from '../../shared/settings.ts'

/** Plain http, to this machine and to nothing else: an address from outside could collect what a cashier types. */
const loopbackUrl = z.string().refine((text) => {
  if (!URL.canParse(text)) return false
  const { protocol, hostname, username, password, pathname, search, hash } = new URL(text)
  return (
    protocol === 'http:' &&
    isLoopback(hostname) &&
    `${username}${password}${search}${hash}` === '' &&
    pathname === '/'
  )
})

const practiceAddress = z.strictObject({
  url: loopbackUrl,
  username: z.string().min(1),
  password: z.string().min(1),
  invoice_code: z.string().min(1),
  control: loopbackUrl,
  control_token: z.string().min(1),
})

/** Reads the line that `npm run practice -- --json` prints. Null where it is none, or leads away from this machine. */
export function parsePracticeAddress(text: string): PracticeAddress | null {
  try {
    const parsed = practiceAddress.safeParse(JSON.parse(text))
    return parsed.success ? parsed.data : null
  } catch {
    return null
  }
}

/** Where a practice service is and how to get in: the one line that `npm run practice -- --json` prints. */
export type PracticeAddress = {
  readonly url: string
  readonly username: string
  readonly password: string
  readonly invoice_code: string
  /** Control: the payer's part, faults, the clock, the state. Its own port, bearer `control_token`. */
  readonly control: string
  readonly control_token: string
}
