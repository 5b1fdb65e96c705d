import { type RefObject, useEffect, useRef } from 'react'
import type { GoodsRow } from '../../../../shared/shop/goods.ts'
import { FileButton, PressButton, Toolbar } from '../../../kit/index.ts'
import { call, say, useCommand } from '../../page/index.ts'
import { FailureNote } from '../../parts/failure-note.tsx'
import { PICTURE_TYPES, sendPicture } from '../../parts/picked-file.ts'
import { usePictures } from '../../parts/use-pictures.ts'
import styles from './form.module.css'

/** A product's picture. A change is saved at once, independent of the form. */
export function ProductPicture({ row }: { readonly row: GoodsRow }) {
  const { code, name } = row.product
  const setting = useCommand()
  const picture = usePictures([code]).get(code)
  const set = (sent: string | null) => call('setPicture', { code, picture: sent })
  const place = useRef<HTMLDivElement>(null)
  useGivenPicture(place, (file) => void setting.run(() => sendPicture(file, set)))
  return (
    <div ref={place} className={styles.picture}>
      {picture === undefined ? (
        <span className={styles.blank}>{say('goods.picture.none')}</span>
      ) : (
        <img src={picture} alt={say('goods.picture.of', { name })} data-testid="goods-picture" />
      )}
      <div className={styles.pictureTools}>
        <span className={styles.label}>{say('goods.picture')}</span>
        <Toolbar>
          <FileButton
            types={PICTURE_TYPES}
            onFile={(file) => void setting.run(() => sendPicture(file, set))}
            size="small"
            pending={setting.pending}
          >
            {say(picture === undefined ? 'word.choosePicture' : 'goods.picture.change')}
          </FileButton>
          {picture === undefined ? null : (
            <PressButton
              size="small"
              tone="subtle"
              onPress={() => void setting.run(() => set(null))}
              pending={setting.pending}
            >
              {say('goods.picture.remove')}
            </PressButton>
          )}
        </Toolbar>
        <small>{say('goods.picture.hint')}</small>
      </div>
      <FailureNote failure={setting.failure} />
    </div>
  )
}

/** Takes a picture that is dropped or pasted anywhere on the form. */
function useGivenPicture(place: RefObject<HTMLElement | null>, onPicture: (file: File) => void): void {
  const latest = useRef(onPicture)
  latest.current = onPicture
  useEffect(() => {
    const form = place.current?.closest('form')
    const take = (event: Event, given: DataTransfer | null) => {
      const file = [...(given?.files ?? [])].find(({ type }) => PICTURE_TYPES.some((one) => one === type))
      if (file === undefined) return
      event.preventDefault()
      latest.current(file)
    }
    // Spreadsheets copy a cell both as text and as a picture. Then the text is pasted.
    const pasted = (event: ClipboardEvent) => {
      if (!event.clipboardData?.types.includes('text/plain')) take(event, event.clipboardData)
    }
    const dropped = (event: DragEvent) => take(event, event.dataTransfer)
    // Without this the browser does not allow dropping.
    const over = (event: DragEvent) => event.preventDefault()
    form?.addEventListener('paste', pasted)
    form?.addEventListener('drop', dropped)
    form?.addEventListener('dragover', over)
    return () => {
      form?.removeEventListener('paste', pasted)
      form?.removeEventListener('drop', dropped)
      form?.removeEventListener('dragover', over)
    }
  }, [place])
}
