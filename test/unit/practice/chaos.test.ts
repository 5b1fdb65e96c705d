import { request } from 'undici'
import { expect, test, vi } from 'vitest'
import { openPractice } from '../../support/terminal.ts'

const token = (address: { url: string; username: string; password: string }) =>
  request(`${address.url}/v2/auth/token`, {
    method: 'POST',
    headers: {
      authorization: `Basic ${Buffer.from(`${address.username}:${address.password}`).toString('base64')}`,
    },
  }).then(async ({ statusCode, body }) => {
    await body.dump()
    return statusCode
  })

test('chaos befalls about as many requests as asked, the same ones for the same seed, and ends when told', async () => {
  const { address, payer } = await openPractice()
  const run = async () => {
    await payer.chaos({ rate: 0.5, seed: 7, effects: ['500', '429'] })
    const codes: number[] = []
    for (let time = 0; time < 40; time += 1) codes.push(await token(address))
    return codes
  }
  const first = await run()
  expect(await run()).toEqual(first)
  const befallen = first.filter((code) => code !== 200).length
  expect(befallen).toBeGreaterThan(10)
  expect(befallen).toBeLessThan(30)
  const { chaos } = await payer.state()
  expect((chaos['500'] ?? 0) + (chaos['429'] ?? 0)).toBe(befallen * 2)
  await payer.chaos(null)
  expect(await token(address)).toBe(200)
})

test('a line that is down cuts who is connected and refuses who comes, and is back at the same address', async () => {
  const { address, payer } = await openPractice()
  await payer.faults([{ effect: 'hang-before' }])
  const hanging = token(address)
  await vi.waitFor(async () => expect((await payer.state()).requests['POST /v2/auth/token']).toBe(1))
  await payer.line({ up: false })
  await expect(hanging).rejects.toThrow()
  await expect(token(address)).rejects.toThrow()
  await payer.line({ up: true })
  expect(await token(address)).toBe(200)
})
