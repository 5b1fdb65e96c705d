import { TENDER_KINDS, type TenderKind } from '../../../../shared/sale/sale.ts'
import { type ButtonSize, type ButtonTone, PressButton, useSteady } from '../../../kit/index.ts'
import { say, useView } from '../../page/index.ts'
import { SHORTCUTS, useShortcut } from '../../page/shortcuts/index.ts'

/** The accepted tenders of the counter, in their order on the screen. */
export function useTendersOn(): readonly TenderKind[] {
  const tenders = useView(({ settings }) => settings.tenders)
  return TENDER_KINDS.filter((kind) => tenders[kind] === 'on')
}

/** Binds the key of each tender, even while its button is not shown. */
export function useTenderKeys(
  kinds: readonly TenderKind[],
  onChoose: (kind: TenderKind) => void,
  enabled: boolean,
): void {
  useShortcut('cash', () => onChoose('cash'), enabled && kinds.includes('cash'))
  useShortcut('card', () => onChoose('card'), enabled && kinds.includes('card'))
  useShortcut('transfer', () => onChoose('transfer'), enabled && kinds.includes('transfer'))
}

type TenderButtonsProps = {
  readonly kinds: readonly TenderKind[]
  readonly onChoose: (kind: TenderKind) => void
  readonly size?: ButtonSize
  readonly tone?: ButtonTone
  readonly disabled?: boolean
}

/** A button for each tender, labelled with its key. */
export const TenderButtons = ({ kinds, ...button }: TenderButtonsProps) =>
  kinds.map((kind) => <TenderButton key={kind} kind={kind} {...button} />)

type TenderButtonProps = Omit<TenderButtonsProps, 'kinds'> & { readonly kind: TenderKind }

function TenderButton({ kind, onChoose, ...button }: TenderButtonProps) {
  const press = useSteady(() => onChoose(kind))
  return (
    <PressButton {...button} hotkey={SHORTCUTS[kind].shown} onPress={press} testId={kind}>
      {say(`tender.brief.${kind}`)}
    </PressButton>
  )
}
