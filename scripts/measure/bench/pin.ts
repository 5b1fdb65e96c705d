/** How long one PIN takes to be verified, and how much of that time the process cannot do other work. */
import { createPinHasher } from '../../../main/shop/people/index.ts'
import { type Figure, figure, spreadOf } from './figure.ts'

const ROUNDS = 15

export async function measurePin(): Promise<readonly Figure[]> {
  const { hash, verify } = createPinHasher()
  const stored = await hash('4826')
  const took: number[] = []
  const stops: number[] = []
  let turned = performance.now()
  const turning = setInterval(() => {
    stops.push(performance.now() - turned)
    turned = performance.now()
  }, 1)
  for (let round = 0; round < ROUNDS; round++) {
    const began = performance.now()
    await verify('4826', stored)
    took.push(performance.now() - began)
  }
  clearInterval(turning)
  return [
    figure({ name: 'a PIN is verified', unit: 'ms', ours: spreadOf(took) }),
    figure({
      ...{ name: 'stops of the process meanwhile', unit: 'ms', ours: spreadOf(stops) },
      reach: { at: 'p95', atMost: 16 },
    }),
  ]
}
