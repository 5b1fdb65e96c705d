import { useState } from 'react'
import { Note, PressButton } from '../../../kit/index.ts'
import { call } from '../../page/call.ts'
import { useScans } from '../../page/scanning/index.ts'
import { sound } from '../../page/sounds/index.ts'
import { say } from '../../page/text.ts'
import { placeOf, withCode } from './further-codes.tsx'
import {
  type Form,
  formNow,
  insteadOfForm,
  isChanged,
  keepTyped,
  openNew,
  openRow,
  typedIn,
  useGoodsPage,
} from './goods-page.ts'

/** A scanned code that no product has. */
export type Unknown = { readonly code: string; readonly changed: boolean }

/**
 * A scan while a form is open. It fills the row of a further code that has the focus, or an unknown code the empty code field,
 * or that of a new product if it has the focus. Otherwise it opens the scanned product, and asks before that if something typed
 * would be lost, or if no product has the code.
 */
export function useFormScans(form: Form): Unknown | null {
  const [unknown, setUnknown] = useState<Unknown | null>(null)
  useScans(async ({ code: read, field }) => {
    const place = placeOf(field)
    const reply = await call('findGoods', { code: read })
    const now = formNow()
    if (!reply.ok || now?.number !== form.number) return sound('refused')
    const { code, row } = reply.value
    if (place !== null)
      return keepTyped(({ codes }) => ({ codes: withCode(codes, place, row === null ? code : read) }))
    setUnknown(null)
    const typed = typedIn(now)
    if (code === typed.code) return
    const asksForCode =
      typed.code === '' ||
      (now.row === null && field instanceof Element && field.closest('[data-code]') !== null)
    if (row === null && asksForCode) return keepTyped({ code })
    const changed = isChanged(now)
    if (changed || row === null) sound('refused')
    if (row === null) setUnknown({ code, changed })
    else insteadOfForm(() => openRow(row))
  })
  return unknown
}

/** Asks before something else replaces the form with its unsaved text. */
export function Unsaved() {
  const wanted = useGoodsPage((page) => page.wanted)
  if (wanted === null) return null
  return (
    <Note tone="warn" testId="goods-unsaved">
      {say('goods.form.unsaved')}
      <PressButton onPress={() => wanted()}>{say('goods.form.unsaved.open')}</PressButton>
    </Note>
  )
}

type ScannedProductProps = { readonly scanned: Unknown | null; readonly onAdd?: () => void }

export function ScannedProduct({ scanned, onAdd = () => {} }: ScannedProductProps) {
  if (scanned === null) return null
  const { code, changed } = scanned
  return (
    <Note tone="warn" testId="goods-scanned">
      {say(changed ? 'goods.form.scan.unknown' : 'goods.form.scan.new', { code })}
      <span>
        <PressButton
          onPress={() => {
            onAdd()
            openNew(code)
          }}
        >
          {say('till.unknown.add')}
        </PressButton>
      </span>
    </Note>
  )
}
