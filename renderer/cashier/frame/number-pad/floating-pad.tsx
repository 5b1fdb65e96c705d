import { type CSSProperties, useEffect, useState } from 'react'
import { NumberPad, pressEnter, typeInto } from '../../../kit/index.ts'
import { say, useView } from '../../page/index.ts'
import styles from './floating-pad.module.css'

/** Room for the pad beside the form of the field, in px. */
const WIDTH = 264
const HEIGHT = 400
const GAP = 12

/**
 * The number pad of all fields of numbers. It types into the field that has the focus, and stands beside its form, so that
 * it covers no field. Shown as the setting says.
 */
export function FloatingPad() {
  const wanted = useView(({ settings }) => settings.numberPad)
  const field = useNumberField(wanted)
  if (field === null) return null
  const takes = field.dataset.numbers
  const type = (text: string) => typeInto(field, text)
  const back = () => {
    const { selectionStart: from, selectionEnd: to } = field
    if (from === to && from !== null) field.setSelectionRange(Math.max(0, from - 1), from)
    type('')
  }
  const corner = takes === 'digits' ? '00' : '.'
  return (
    <div className={styles.pad} style={placeBeside(field)} data-testid="number-pad">
      <NumberPad
        label={say('pad.label')}
        onType={type}
        corner={{ words: corner, onPress: () => type(corner) }}
        back={{ label: say('pad.back'), onPress: back }}
        more={[
          ...(takes === 'percentage' ? [{ words: '%', onPress: () => type('%') }] : []),
          { words: 'Enter', onPress: () => pressEnter(field) },
        ]}
      />
    </div>
  )
}

function placeBeside(field: HTMLInputElement): CSSProperties {
  const around = field.closest('[role="dialog"], form, section, aside, main') ?? field
  const { left, right } = around.getBoundingClientRect()
  const { top } = field.getBoundingClientRect()
  const fitsLeft = left - WIDTH - GAP > 0 && left > window.innerWidth / 2
  const beside = fitsLeft ? left - WIDTH - GAP : Math.min(right + GAP, window.innerWidth - WIDTH - GAP)
  return { left: beside, top: Math.max(GAP, Math.min(top, window.innerHeight - HEIGHT - GAP)) }
}

/** The focused field of numbers, while the pad is wanted for it. */
function useNumberField(wanted: 'touch' | 'always' | 'never'): HTMLInputElement | null {
  const [field, setField] = useState<HTMLInputElement | null>(null)
  useEffect(() => {
    if (wanted === 'never') return
    // Without this check React would queue every call with an unchanged value until this component next renders, which may be days later.
    let shown: HTMLInputElement | null = null
    const show = (next: HTMLInputElement | null) => {
      if (shown === next) return
      shown = next
      setField(next)
    }
    let touched = wanted === 'always'
    const look = () => {
      const { activeElement: focused } = document
      const isNumber = focused instanceof HTMLInputElement && focused.dataset.numbers !== undefined
      show(touched && isNumber ? focused : null)
    }
    const onPointer = ({ pointerType, target }: PointerEvent) => {
      // A mouse press elsewhere hides the pad. On the pad it must press the key.
      if (target instanceof Element && target.closest(`.${styles.pad}`)) return
      touched = wanted === 'always' || pointerType === 'touch'
      // A touch outside the field must not open the pad: it could cover the touched element and take the press.
      if (!touched || target === document.activeElement) look()
    }
    // The focus moves on right after it left an element.
    const onLeave = () => queueMicrotask(look)
    look()
    window.addEventListener('pointerdown', onPointer, true)
    window.addEventListener('focusin', look)
    window.addEventListener('focusout', onLeave)
    return () => {
      window.removeEventListener('pointerdown', onPointer, true)
      window.removeEventListener('focusin', look)
      window.removeEventListener('focusout', onLeave)
      show(null)
    }
  }, [wanted])
  return field?.isConnected ? field : null
}
