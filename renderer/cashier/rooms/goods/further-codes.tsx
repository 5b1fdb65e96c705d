import { useRef } from 'react'
import { Icon, PressButton, TextEntry } from '../../../kit/index.ts'
import { say } from '../../page/index.ts'
import styles from './form.module.css'

type FurtherCodesProps = {
  /** As the form keeps it and `saveGoods` reads it: "4870001*12=24000", one in a line. */
  readonly typed: string
  readonly unit: string
  readonly disabled: boolean
  readonly error: string | null
  readonly onChange: (typed: string) => void
}

/** Other barcodes of the product, and packs with their pieces and their price. A scan fills the row with the focus. */
export function FurtherCodes({ typed, unit, disabled, error, onChange }: FurtherCodesProps) {
  const list = useRef<HTMLUListElement>(null)
  const rows = rowsOf(typed)
  const put = (place: number, changes: Partial<Row>) =>
    onChange(textOf(rows.map((row, at) => (at === place ? { ...row, ...changes } : row))))
  const add = () => {
    onChange(textOf([...rows, NEW_ROW]))
    requestAnimationFrame(() => list.current?.querySelector<HTMLInputElement>('li:last-child input')?.focus())
  }
  return (
    <fieldset className={styles.codes} disabled={disabled} aria-describedby="further-codes-words">
      <legend className={styles.label}>{say('goods.field.codes')}</legend>
      <small id="further-codes-words">{say('goods.field.codes.hint')}</small>
      <ul ref={list} className={styles.codeRows}>
        {rows.map((row, place) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: a row has no id, and a key made of its code would lose the focus while the code is typed.
          <li key={place} className={styles.codeRow} data-further={place}>
            <TextEntry
              label={say('word.code')}
              value={row.code}
              onChange={(code) => put(place, { code })}
              testId="further-code"
            />
            <TextEntry
              label={say('goods.codes.pieces', { unit })}
              value={row.pieces}
              onChange={(pieces) => put(place, { pieces })}
              inputMode="numeric"
              figures
              testId="further-pieces"
            />
            <TextEntry
              label={say('goods.codes.price')}
              value={row.price}
              onChange={(price) => put(place, { price })}
              inputMode="numeric"
              figures
              testId="further-price"
            />
            <PressButton
              tone="subtle"
              label={say('goods.codes.remove', { code: row.code })}
              onPress={() => onChange(textOf(rows.filter((_, at) => at !== place)))}
            >
              <Icon name="trash" size={18} />
            </PressButton>
          </li>
        ))}
      </ul>
      {error === null ? null : (
        <span className={styles.wrong} role="alert">
          {error}
        </span>
      )}
      <PressButton size="small" tone="subtle" onPress={add} disabled={disabled} testId="further-add">
        <Icon name="plus" size={18} />
        {say('goods.codes.add')}
      </PressButton>
    </fieldset>
  )
}

type Row = { readonly code: string; readonly pieces: string; readonly price: string }

const NEW_ROW: Row = { code: '', pieces: '', price: '' }

/** Unlike the register's parser, it keeps incomplete rows. */
const rowsOf = (typed: string): readonly Row[] =>
  typed === ''
    ? []
    : typed.split(/[;\n]/).map((line) => {
        const [, code = '', pieces = '', price = ''] = /^([^*=]*)\*?([^=]*)=?(.*)$/.exec(line) ?? []
        return { code: code.trim(), pieces, price }
      })

const textOf = (rows: readonly Row[]): string =>
  rows.map(({ code, pieces, price }) => `${plain(code)}*${plain(pieces)}=${plain(price)}`).join('\n')

/** Without the separators of the list. */
const plain = (text: string): string => text.replace(/[*=;\n]/g, '')

/** The row whose code has the focus; null for other fields, also for the pieces and the price of a row. */
export function placeOf(field: EventTarget | null): number | null {
  const row = field instanceof Element ? field.closest('[data-further]') : null
  return row === null || row.querySelector('input') !== field
    ? null
    : Number(row.getAttribute('data-further'))
}

/** The codes with a scanned one in this row. */
export const withCode = (typed: string, place: number, code: string): string =>
  textOf(rowsOf(typed).map((row, at) => (at === place ? { ...row, code } : row)))
