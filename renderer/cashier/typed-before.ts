/** More strokes than the longest code and its Enter. */
const KEPT = 16

type Stroke = { readonly field: HTMLInputElement; readonly value: string } | null

/**
 * Remembers what a field held before each stroke. A scanner types into whatever field has the keyboard, and what a layout
 * makes of its keys is anyone's guess: what was there before the first of them is put back.
 */
export function createTypedBefore(): (
  target: EventTarget | null,
  scanned: string | null,
) => (() => void) | null {
  const strokes: Stroke[] = []
  return (target, scanned) => {
    const field = target instanceof HTMLInputElement && isText(target) ? target : null
    strokes.push(field && { field, value: field.value })
    if (strokes.length > KEPT) strokes.shift()
    if (scanned === null) return null
    const first = strokes.at(-(scanned.length + 1)) ?? null
    return first && first.field === field ? () => write(first.field, first.value) : null
  }
}

const isText = ({ type }: HTMLInputElement): boolean => type === 'text' || type === 'password'

/** As if it was typed, so that whoever draws the field takes notice. */
function write(field: HTMLInputElement, value: string): void {
  const { set } = Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value') ?? {}
  set?.call(field, value)
  field.dispatchEvent(new Event('input', { bubbles: true }))
}
