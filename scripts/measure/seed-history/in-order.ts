/** Puts the commits of many sales in time order: a till still checks one sale while the next ones are rung up. */
import type { Story, StoryCommit } from './telling.ts'

export type PlacedCommit = StoryCommit & {
  readonly story: Story
  /** How many events the sale had before. */
  readonly after: number
}

type Waiting = {
  readonly story: Story
  readonly place: number
  readonly next: number
  readonly events: number
}

/** Stories must come in the order in which they begin. Of commits with the same time, that of the earlier story comes first. */
export function* inOrder(stories: Iterable<Story>): Generator<PlacedCommit> {
  const waiting: Waiting[] = []
  let place = 0
  for (const story of stories) {
    yield* taken(waiting, story.commits[0]?.at ?? 0)
    insert(waiting, { story, place, next: 0, events: 0 })
    place += 1
  }
  yield* taken(waiting, Number.POSITIVE_INFINITY)
}

/** Takes the commits before that time. */
function* taken(waiting: Waiting[], before: number): Generator<PlacedCommit> {
  for (let first = waiting.at(-1); first !== undefined && atOf(first) < before; first = waiting.at(-1)) {
    waiting.pop()
    const { story, events: after, next } = first
    const commit = story.commits[next]
    const events = after + (commit?.events.length ?? 0)
    if (story.commits[next + 1] !== undefined) insert(waiting, { ...first, next: next + 1, events })
    if (commit) yield { ...commit, story, after }
  }
}

const atOf = ({ story, next }: Waiting): number => story.commits[next]?.at ?? 0

/** Keeps the story with the earliest next commit at the end. */
function insert(waiting: Waiting[], one: Waiting): void {
  let [from, to] = [0, waiting.length]
  while (from < to) {
    const middle = (from + to) >> 1
    const other = waiting[middle]
    const isLater = other && (atOf(other) - atOf(one) || other.place - one.place) > 0
    if (isLater) from = middle + 1
    else to = middle
  }
  waiting.splice(from, 0, one)
}
