/**
 * Random walks through the worlds of `npm run prove`, far deeper than the search can go: every step keeps the laws, and
 * once nothing fails any more the sale comes to rest with nothing lost.
 */
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { stepBroken } from '../../../../scripts/trials/prove/explore.ts'
import { REAL } from '../../../../scripts/trials/prove/functions.ts'
import { isIdle } from '../../../../scripts/trials/prove/laws.ts'
import { SCOPES } from '../../../../scripts/trials/prove/scopes.ts'
import { type Budget, movesOf, type Scope, type World } from '../../../../scripts/trials/prove/world.ts'
import { fullRuns } from '../../../support/full-runs.ts'

const DEEP: Budget = { faults: 12, payments: 4, elsewhere: 4, actions: 16 }
const SPENT: Budget = { faults: 0, payments: 0, elsewhere: 0, actions: 0 }
/** More moves than any sale needs to come to rest. */
const ENOUGH = 200

type Walked = { readonly world: World; readonly names: readonly string[] }

/** `picks` choose among the possible moves. */
function walked(scope: Scope, picks: readonly number[]): Walked {
  let world: World = { ...scope.start(REAL), budget: DEEP }
  const names: string[] = []
  for (const pick of picks) {
    const moves = movesOf(REAL, scope, world)
    const move = moves[pick % Math.max(1, moves.length)]
    if (!move) break
    names.push(move.name)
    expect(stepBroken(REAL, world, move.to), names.join(' → ')).toBeNull()
    world = move.to
  }
  return { world, names }
}

/** Goes on with only the terminal's moves: nothing fails any more, and nobody does anything. */
function rested(scope: Scope, { world: from, names }: Walked): void {
  let world: World = { ...from, budget: SPENT }
  for (let turn = 0; turn < ENOUGH && !isIdle(REAL, world); turn += 1) {
    const moves = movesOf(REAL, scope, world)
    const move = moves[(turn * 7919 + (turn >> 1)) % Math.max(1, moves.length)]
    if (!move) break
    expect(stepBroken(REAL, world, move.to), [...names, 'then', move.name].join(' → ')).toBeNull()
    world = move.to
  }
  expect(isIdle(REAL, world), `comes to rest after ${names.join(' → ')}`).toBe(true)
}

test.each(SCOPES)(
  'long random walks through the scope "$name" keep the laws, and end with nothing left to do',
  (scope) => {
    fc.assert(
      fc.property(fc.array(fc.nat(1_000_000), { minLength: 20, maxLength: 120 }), (picks) => {
        rested(scope, walked(scope, picks))
      }),
      { numRuns: fullRuns(300) },
    )
  },
)
