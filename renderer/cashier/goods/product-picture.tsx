import { FileTrigger } from 'react-aria-components'
import { failure } from '../../../shared/failure.ts'
import type { GoodsRow } from '../../../shared/goods.ts'
import type { Reply } from '../../../shared/ipc/index.ts'
import { PressButton } from '../../kit/index.ts'
import { asBase64 } from '../as-base64.ts'
import { call } from '../call.ts'
import { FailureNote } from '../failure-note.tsx'
import { useText } from '../text.ts'
import { useCommand } from '../use-command.ts'
import { usePictures } from '../use-pictures.ts'
import styles from './form.module.css'

const MOST_BYTES = 2 * 1024 * 1024

/** A product's picture: chosen, looked at, taken off. Kept at once, apart from the form. */
export function ProductPicture({ row }: { readonly row: GoodsRow }) {
  const say = useText()
  const { code, name } = row.product
  const setting = useCommand()
  const picture = usePictures([code]).get(code)
  return (
    <div className={styles.picture}>
      {picture === undefined ? (
        <span className={styles.blank}>{say('goods.picture.none')}</span>
      ) : (
        <img src={picture} alt={say('goods.picture.of', { name })} data-testid="goods-picture" />
      )}
      <div className={styles.pictureTools}>
        <span className={styles.label}>{say('goods.picture')}</span>
        <div className={styles.buttons}>
          <FileTrigger
            acceptedFileTypes={['image/png', 'image/jpeg']}
            onSelect={(files) => {
              const file = files?.[0]
              if (file) void setting.run(() => chosen(code, file))
            }}
          >
            <PressButton size="small" pending={setting.pending} testId="goods-picture-choose">
              {say(picture === undefined ? 'goods.picture.choose' : 'goods.picture.change')}
            </PressButton>
          </FileTrigger>
          {picture === undefined ? null : (
            <PressButton
              size="small"
              tone="quiet"
              onPress={() => void setting.run(() => call('setPicture', { code, picture: null }))}
              pending={setting.pending}
              testId="goods-picture-remove"
            >
              {say('goods.picture.remove')}
            </PressButton>
          )}
        </div>
        <span className={styles.words}>{say('goods.picture.hint')}</span>
      </div>
      <FailureNote failure={setting.failure} testId="goods-picture-failure" />
    </div>
  )
}

async function chosen(code: string, file: File): Promise<Reply<undefined>> {
  const refused = { ok: false, error: failure('PICTURE_INVALID') } as const
  if (file.size > MOST_BYTES) return refused
  const picture = await asBase64(file).catch(() => null)
  return picture === null ? refused : call('setPicture', { code, picture })
}
