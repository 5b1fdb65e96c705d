import { z } from 'zod'
import { isLoopback } from '../../../shared/shop/settings.ts'

/** Plain http to this machine only: a foreign address could collect what a cashier types. */
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

/** Address and credentials of a practice service: the line that `npm run practice -- --json` prints. */
const practiceAddress = z.strictObject({
  url: loopbackUrl,
  username: z.string().min(1),
  password: z.string().min(1),
  invoice_code: z.string().min(1),
  /** The control has a port of its own: the payer, and what a program of tests adds. Its bearer is `control_token`. */
  control: loopbackUrl,
  control_token: z.string().min(1),
})

export type PracticeAddress = Readonly<z.infer<typeof practiceAddress>>

/** Reads the line. Null for another text, or an address of another machine. */
export function parsePracticeAddress(text: string): PracticeAddress | null {
  try {
    const parsed = practiceAddress.safeParse(JSON.parse(text))
    return parsed.success ? parsed.data : null
  } catch {
    return null
  }
}
