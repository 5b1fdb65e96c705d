/** More strokes than the longest code and what ends it. */
const KEPT = 16

type Field = HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement
type Stroke = { readonly field: Field; readonly value: string } | null

/**
 * Remembers what a field held before each stroke. A scanner types into whatever field has the keyboard, and what a layout
 * makes of its keys is anyone's guess: what was there before the first of them is put back. A list that chose by the
 * digits gets its choice back the same way.
 */
export function createTypedBefore(): (
  target: EventTarget | null,
  scanned: string | null,
) => (() => void) | null {
  const strokes: Stroke[] = []
  return (target, scanned) => {
    const field = fieldOf(target)
    strokes.push(field && { field, value: field.value })
    if (strokes.length > KEPT) strokes.shift()
    if (scanned === null) return null
    const first = strokes.at(-(scanned.length + 1)) ?? null
    return first && first.field === field ? () => write(first.field, first.value) : null
  }
}

function fieldOf(target: EventTarget | null): Field | null {
  if (target instanceof HTMLTextAreaElement || target instanceof HTMLSelectElement) return target
  return target instanceof HTMLInputElement && (target.type === 'text' || target.type === 'password')
    ? target
    : null
}

/** As if it was typed, so that whoever draws the field takes notice. */
function write(field: Field, value: string): void {
  const { set } = Object.getOwnPropertyDescriptor(Object.getPrototypeOf(field), 'value') ?? {}
  set?.call(field, value)
  field.dispatchEvent(new Event(field instanceof HTMLSelectElement ? 'change' : 'input', { bubbles: true }))
}
