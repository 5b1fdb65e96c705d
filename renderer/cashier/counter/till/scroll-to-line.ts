/** In pixels from the top of the list's content. */
type Span = { readonly top: number; readonly bottom: number }

type Scrolled = {
  /** Where the list is scrolled to now, at most `most`. */
  readonly at: number
  /** The furthest that it can be scrolled without more space at its end. */
  readonly most: number
  /** Of the visible part. */
  readonly height: number
  readonly count: number
  /** Of a line by its place. */
  readonly spanOf: (place: number) => Span
  /** The line that must be visible. */
  readonly wanted: Span
}

/** Of the list's `scroll-padding` (cart.module.css). */
const PADDING = 8

/**
 * Where to scroll to, so that the wanted line is visible and no line is cut in half at the top, and the space that the
 * list needs at its end for that.
 */
export function scrollToLine(list: Scrolled) {
  const { most, count, spanOf, wanted } = list
  const near = Math.max(0, Math.min(most, nearest(list)))
  const first = spanOf(firstPlace(count, (place) => spanOf(place).bottom > near + 1))
  const isCut = first.top < near - 1 && first.top !== wanted.top
  const to = isCut ? first.bottom : near
  return { to, room: Math.max(0, to - most) }
}

/** As `scrollIntoView({ block: 'nearest' })` does, also for a line that is higher than the visible part. */
function nearest({ at, height, wanted }: Scrolled): number {
  const [atTop, atEnd] = [wanted.top - PADDING, wanted.bottom + PADDING - height]
  const [isAbove, isBelow] = [atTop < at, atEnd > at]
  if (isAbove === isBelow) return at
  const fits = atEnd <= atTop
  return isAbove === fits ? atTop : atEnd
}

/** The first place that fits, where all after it fit, too; the last one if none does. */
function firstPlace(count: number, fits: (place: number) => boolean): number {
  let [low, high] = [0, count - 1]
  while (low < high) {
    const middle = Math.floor((low + high) / 2)
    if (fits(middle)) high = middle
    else low = middle + 1
  }
  return low
}
