import { sumMoney, sumOf } from '../../../../shared/money/money.ts'
import {
  isRefunded,
  REPAYMENT_WAYS,
  type RepaymentWay,
  returnsThatCount,
} from '../../../../shared/sale/return.ts'
import type { Sale } from '../../../../shared/sale/sale.ts'

/** The amounts that went back, in total and by way. */
export function returnedOf(sale: Pick<Sale, 'returns'>) {
  const parts = returnsThatCount(sale).flatMap((one) => one.parts)
  const repaid = (how: RepaymentWay) =>
    sumOf(parts.filter(({ step }) => step.name === 'repaid' && step.how === how))
  const refunded = sumOf(parts.filter(isRefunded))
  return {
    refunded,
    cash: repaid('cash'),
    transferred: repaid('transfer'),
    card: repaid('card'),
    total: sumMoney([refunded, ...REPAYMENT_WAYS.map(repaid)]),
  }
}
