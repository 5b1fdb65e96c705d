import { handed } from '../../../../shared/money/cash-rounding.ts'
import type { ReturnPart, ReturnPlan } from '../../../../shared/sale/return.ts'
import { Item, ItemList, Note } from '../../../kit/index.ts'
import { withSign } from '../../../texts/index.ts'
import { say } from '../../page/index.ts'

/** The plan of a return in words: first the e-receipts, then the money by each way. */
export const Plan = ({ plan }: { readonly plan: ReturnPlan }) => (
  <>
    <ItemList ordered testId="return-plan">
      {plan.voids.map(({ paymentId, printedId }) => (
        <Item
          key={`void ${paymentId}`}
          icon="receipt"
          title={say('return.void')}
          words={printedId === null ? say('return.void.unsure') : say('return.void.id', { id: printedId })}
          testId="return-plan-row"
          data-kind="void"
        />
      ))}
      {plan.parts.map((part) => (
        <Item
          key={part.id}
          icon="undo"
          title={partWords(part)}
          words={partWhy(part)}
          amount={withSign(handed(part))}
          testId="return-plan-row"
          data-kind={part.by === 'refund' ? 'refund' : part.way}
        />
      ))}
    </ItemList>
    {plan.standing.map(({ paymentId, printedId }) => (
      <Note key={paymentId} tone="warn" testId="return-standing">
        {say('return.standing', { id: printedId })}
      </Note>
    ))}
  </>
)

const partWords = (part: ReturnPart): string =>
  part.by === 'refund' ? say('return.refund') : say(`return.hand.${part.way}`)

const partWhy = (part: ReturnPart): string =>
  part.by === 'refund' ? say('return.refund.why') : say(`return.why.${part.why}`)
