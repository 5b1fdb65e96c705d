/** Puts the commits of many sales in time order: a till still checks one sale while the next ones are rung up. */
import type { Story, StoryCommit } from './telling.ts'

export type PlacedCommit = StoryCommit & {
  readonly story: Story
  /** How many events the sale had before. */
  readonly after: number
}

type Waiting = { readonly story: Story; readonly place: number; next: number; events: number }

/** Stories must come in the order in which they begin. Of commits with the same time, that of the earlier story comes first. */
export function* inOrder(stories: Iterable<Story>): Generator<PlacedCommit> {
  const waiting: Waiting[] = []
  let place = 0
  for (const story of stories) {
    yield* taken(waiting, story.commits[0]?.at ?? 0)
    push(waiting, { story, place, next: 0, events: 0 })
    place += 1
  }
  yield* taken(waiting, Number.POSITIVE_INFINITY)
}

/** Takes the commits before that time. */
function* taken(waiting: Waiting[], before: number): Generator<PlacedCommit> {
  for (let first = waiting[0]; first !== undefined && atOf(first) < before; first = waiting[0]) {
    const { story, events: after } = first
    const commit = story.commits[first.next]
    first.next += 1
    first.events += commit?.events.length ?? 0
    if (story.commits[first.next] === undefined) drop(waiting)
    else sink(waiting, 0)
    if (commit) yield { ...commit, story, after }
  }
}

const atOf = ({ story, next }: Waiting): number => story.commits[next]?.at ?? 0

const isBefore = (one: Waiting, other: Waiting): boolean =>
  atOf(one) - atOf(other) < 0 || (atOf(one) === atOf(other) && one.place < other.place)

// A heap: the story with the earliest next commit is at the top.

function push(heap: Waiting[], one: Waiting): void {
  heap.push(one)
  for (let at = heap.length - 1; at > 0; ) {
    const above = (at - 1) >> 1
    if (!swapped(heap, above, at)) return
    at = above
  }
}

function drop(heap: Waiting[]): void {
  const last = heap.pop()
  if (last === undefined || heap.length === 0) return
  heap[0] = last
  sink(heap, 0)
}

function sink(heap: Waiting[], from: number): void {
  for (let at = from; ; ) {
    const [left, right] = [heap[2 * at + 1], heap[2 * at + 2]]
    if (left === undefined) return
    const below = right !== undefined && isBefore(right, left) ? 2 * at + 2 : 2 * at + 1
    if (!swapped(heap, at, below)) return
    at = below
  }
}

/** Swaps the two where they are out of order. */
function swapped(heap: Waiting[], above: number, below: number): boolean {
  const [one, other] = [heap[above], heap[below]]
  if (one === undefined || other === undefined || !isBefore(other, one)) return false
  heap[above] = other
  heap[below] = one
  return true
}
