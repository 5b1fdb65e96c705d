/** A client of the control port: the payer of test mode. */
import { request } from 'undici'
import { z } from 'zod'
import type { PracticeAddress } from './address.ts'
import type { PayRequest } from './payer.ts'

const payAnswer = z.object({ payment_id: z.string(), amount: z.number() })

export type PracticePayer = {
  /** Pays an invoice. Default: what is still due, by bank transfer, at once. */
  readonly pay: (payment: PayRequest) => Promise<z.infer<typeof payAnswer>>
}

export const practicePayer = (address: PracticeAddress): PracticePayer => ({
  pay: async (payment) => payAnswer.parse(await askControl(address, 'POST', '/pay', payment)),
})

/** Throws an Error with the control's message where it refuses. */
export async function askControl(
  address: PracticeAddress,
  method: 'GET' | 'POST',
  path: string,
  body?: unknown,
): Promise<unknown> {
  const answer = await request(address.control + path, {
    method,
    headers: { authorization: `Bearer ${address.control_token}`, 'content-type': 'application/json' },
    body: body === undefined ? null : JSON.stringify(body),
  })
  const text = await answer.body.text()
  if (answer.statusCode !== 200) throw new Error(`practice ${path}: ${answer.statusCode} ${text}`)
  return JSON.parse(text)
}
