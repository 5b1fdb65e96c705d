/**
 * Breadth-first search through a world. It visits every state once, recognized by its hash, until no state is left, a
 * limit is reached or a law is broken.
 */
import { canon, hashOf } from './canon.ts'
import { type Functions, REAL } from './functions.ts'
import { brokenLaw, lostFact } from './laws.ts'
import { movesOf, type Scope, type World } from './world.ts'

type Violation = { readonly law: string; readonly path: readonly string[]; readonly world: World }

export type Explored = {
  readonly scope: string
  readonly states: number
  readonly depth: number
  /** True when every state of this scope was visited. */
  readonly exhausted: boolean
  readonly violation: Violation | null
}

export type Limits = { readonly states: number; readonly until: number }

export function explore(scope: Scope, limits: Limits, functions: Functions = REAL): Explored {
  const seen = hashSet(limits.states)
  const path = pathStore(limits.states)
  const start = scope.start(functions)
  seen.add(hashOf(canon(start)))
  path.add(0, 0)
  let frontier: { readonly world: World; readonly at: number }[] = [{ world: start, at: 0 }]
  const told = (states: number, depth: number, more: Partial<Explored> = {}): Explored => ({
    scope: scope.name,
    states,
    depth,
    exhausted: false,
    violation: null,
    ...more,
  })
  const broken = (at: number): Violation => {
    const { worlds, names } = replay(functions, scope, path.to(at))
    const world = worlds.at(-1) ?? start
    return { law: stepBroken(functions, worlds.at(-2) ?? null, world) ?? 'unknown', path: names, world }
  }
  let states = 1
  if (stepBroken(functions, null, start) !== null) return told(1, 0, { violation: broken(0) })
  for (let depth = 0; frontier.length > 0; depth += 1) {
    const next: typeof frontier = []
    for (const { world, at } of frontier) {
      if (performance.now() > limits.until) return told(states, depth)
      const moves = possible(functions, scope, world)
      if (typeof moves === 'string')
        return told(states, depth, {
          violation: { law: moves, path: replay(functions, scope, path.to(at)).names, world },
        })
      for (let index = 0; index < moves.length; index += 1) {
        const to = moves[index]?.to
        if (!to || !seen.add(hashOf(canon(to)))) continue
        const place = path.add(at, index)
        states += 1
        if (stepBroken(functions, world, to) !== null)
          return told(states, depth + 1, { violation: broken(place) })
        if (states >= limits.states) return told(states, depth + 1)
        next.push({ world: to, at: place })
      }
    }
    if (next.length === 0) return told(states, depth, { exhausted: true })
    frontier = next
  }
  return told(states, 0, { exhausted: true })
}

/** A function of the product that throws breaks a law, too. */
export function stepBroken(functions: Functions, from: World | null, world: World): string | null {
  try {
    return (from && lostFact(from.sale, world.sale)) ?? brokenLaw(functions, world)
  } catch (error) {
    return `it throws: ${error instanceof Error ? error.message : 'unknown'}`
  }
}

function possible(functions: Functions, scope: Scope, world: World): ReturnType<typeof movesOf> | string {
  try {
    return movesOf(functions, scope, world)
  } catch (error) {
    return `it throws: ${error instanceof Error ? error.stack : 'unknown'}`
  }
}

/** Rebuilds the path to a state from the choices that led to it. */
function replay(functions: Functions, scope: Scope, choices: readonly number[]) {
  const worlds = [scope.start(functions)]
  const names: string[] = []
  for (const choice of choices) {
    const from = worlds.at(-1)
    const move = from && movesOf(functions, scope, from)[choice]
    if (!move) throw new Error('a path cannot be rebuilt')
    names.push(move.name)
    worlds.push(move.to)
  }
  return { worlds, names }
}

/** Stores for each state the state before it and the move between them. */
function pathStore(most: number) {
  const parents = new Uint32Array(most + 1)
  const choices = new Uint16Array(most + 1)
  let count = 0
  return {
    add: (parent: number, choice: number): number => {
      parents[count] = parent
      choices[count] = choice
      count += 1
      return count - 1
    },
    to: (at: number): readonly number[] => {
      const way: number[] = []
      for (let here = at; here !== 0; here = parents[here] ?? 0) way.unshift(choices[here] ?? 0)
      return way
    },
  }
}

/** 64-bit hashes with open addressing: 16 bytes a state, a hundredth of what a Set of texts would take. */
function hashSet(most: number) {
  const size = 2 ** Math.ceil(Math.log2(Math.max(1024, most * 2)))
  const ones = new Uint32Array(size)
  const others = new Uint32Array(size)
  return {
    /** Returns true when the hash is new. */
    add: ([first, second]: readonly [number, number]): boolean => {
      const one = first === 0 && second === 0 ? 1 : first
      for (let at = one & (size - 1); ; at = (at + 1) & (size - 1)) {
        if (ones[at] === 0 && others[at] === 0) {
          ones[at] = one
          others[at] = second
          return true
        }
        if (ones[at] === one && others[at] === second) return false
      }
    },
  }
}
