import { attempt, UNREADABLE } from '../sqlite/index.ts'
import { type KeyValueTable, readList } from './key-value.ts'

/** The tags of the journals that this one was rescued from. */
const EARLIER_TAGS = 'earlier-tags'

/** The tags that the journal had before rescues, and then its own. Empty where they cannot be read. */
export function tagsOfJournal(values: KeyValueTable): readonly string[] {
  const tags = attempt(() => [...readList(values, EARLIER_TAGS), values.read('tag') ?? []].flat())
  return tags === UNREADABLE ? [] : tags
}

/** Notes the tags of a journal that a rescue took from, in the new one, which has no tag yet. */
export const noteEarlierTags = (values: KeyValueTable, from: KeyValueTable): void =>
  void values.write(
    EARLIER_TAGS,
    JSON.stringify([...new Set([...tagsOfJournal(values), ...tagsOfJournal(from)])]),
  )
