/** How long one PIN takes to be verified, and how much of that time the process cannot do other work. */
import { createPinHasher } from '../../main/staff/index.ts'
import { inShort } from './times.ts'

const ROUNDS = 15

export async function measurePin() {
  const { hash, verify } = createPinHasher()
  const stored = await hash('4826')
  const times: number[] = []
  let turned = performance.now()
  let longestStop = 0
  const turning = setInterval(() => {
    longestStop = Math.max(longestStop, performance.now() - turned)
    turned = performance.now()
  }, 1)
  for (let round = 0; round < ROUNDS; round++) {
    const began = performance.now()
    await verify('4826', stored)
    times.push(performance.now() - began)
  }
  clearInterval(turning)
  return { cost: stored.cost, verify: inShort(times), longest_stop_ms: Math.round(longestStop) }
}
