import { useState } from 'react'
import { Note, PressButton } from '../../kit/index.ts'
import { call, type ReplyOf } from '../call.ts'
import { useScans } from '../scanning/index.ts'
import { sound } from '../sounds/index.ts'
import { useText } from '../text.ts'
import { placeOf, withCode } from './further-codes.tsx'
import { type Form, isChanged, type keepTyped, openNew, openRow } from './goods-page.ts'

type Scanned = ReplyOf<'findGoods'> & { readonly changed: boolean }

/**
 * A scan while a form is open. It fills the row of a further code that has the focus, or the empty code of a new product. Otherwise it opens the scanned product, and asks
 * before that if something typed would be lost, or if no product has the code.
 */
export function useFormScans(
  form: Form,
  saved: boolean,
  change: (change: Parameters<typeof keepTyped>[0]) => void,
): Scanned | null {
  const [scanned, setScanned] = useState<Scanned | null>(null)
  useScans(async ({ code: read, field, putBack }) => {
    putBack()
    const place = placeOf(field)
    if (place !== null) return change((now) => ({ codes: withCode(now.codes, place, read) }))
    const reply = await call('findGoods', { code: read })
    if (!reply.ok) return sound('refused')
    const { code, row } = reply.value
    setScanned(null)
    if (code === form.typed.code) return
    if (row === null && form.row === null && form.typed.code === '') return change({ code })
    const changed = !saved && isChanged(form)
    if (row !== null && !changed) return openRow(row)
    sound('refused')
    setScanned({ ...reply.value, changed })
  })
  return scanned
}

export function ScannedProduct({ scanned }: { readonly scanned: Scanned | null }) {
  const say = useText()
  if (scanned === null) return null
  const { code, row, changed } = scanned
  return (
    <Note tone="warn" testId="goods-scanned">
      {row === null
        ? say(changed ? 'goods.form.scan.unknown' : 'goods.form.scan.new', { code })
        : say('goods.form.scan.known', { name: row.product.name })}
      <PressButton onPress={() => (row === null ? openNew(code) : openRow(row))}>
        {say(row === null ? 'till.unknown.add' : 'goods.form.scan.open')}
      </PressButton>
    </Note>
  )
}
