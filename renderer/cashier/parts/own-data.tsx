import type { ReactNode } from 'react'
import { missingSeller, type OwnField } from '../../../shared/shop/own-seller.ts'
import { Empty, Icon, Note, PressButton } from '../../kit/index.ts'
import { say, showRoom, useMay, useView } from '../page/index.ts'

/** The seller's data that live mode lacks: until they are entered, nothing is charged by QR. */
function useMissingSeller(): readonly OwnField[] {
  const mode = useView((view) => view.mode)
  const settings = useView((view) => view.settings)
  return missingSeller(mode, settings)
}

const useTakesQr = () => useView(({ settings }) => settings.tenders.qr === 'on')

export function useChargesQr(): boolean {
  const missing = useMissingSeller()
  return useTakesQr() && missing.length === 0
}

/** Lists the missing seller data. The child is the button that opens the settings. */
export function SellerNote({ children }: { readonly children?: ReactNode }) {
  const missing = useMissingSeller()
  if (missing.length === 0) return null
  const fields = missing.map((field) => say(`settings.shop.${field}`)).join(', ')
  return (
    <Note tone="warn" testId="seller-missing">
      <span>{say('live.seller', { fields })}</span>
      {children}
    </Note>
  )
}

/** Replaces the QR button while seller data are missing. Other tenders still work. */
export function SellerMissing() {
  const takesQr = useTakesQr()
  const mayEnter = useMay('settings')
  if (!takesQr) return null
  return (
    <SellerNote>
      {mayEnter ? (
        <PressButton onPress={() => showRoom('settings')}>
          <Icon name="settings" size={18} />
          {say('live.seller.go')}
        </PressButton>
      ) : (
        <span>{say('live.seller.others')}</span>
      )}
    </SellerNote>
  )
}

/** Replaces the product tiles in live mode while the shop has only sample goods, which live mode does not sell. */
export const NoOwnGoods = () => (
  <div data-testid="no-own-goods">
    <Empty icon="tag" title={say('live.goods.title')} todo={say('live.goods.todo')}>
      <ToGoods />
    </Empty>
  </div>
)

export const ToGoods = () => (
  <PressButton onPress={() => showRoom('goods')}>
    <Icon name="tag" size={18} />
    {say('live.goods.go')}
  </PressButton>
)
