/** Commands for labels: list the goods, print on the receipt printer, write A4 sheets as a PDF. */
import { writeFile } from 'node:fs/promises'
import { z } from 'zod'
import { CommandRefused } from '../../../shared/failure.ts'
import { nameOf } from '../../../shared/sale/sale.ts'
import { goodsFilterSchema } from '../../../shared/shop/goods.ts'
import { LABEL_KINDS, LABELS_A_STRIP, labelSchema, MOST_LABELS } from '../../../shared/shop/labels.ts'
import { shopClock, shopDay, shopMoment } from '../../../shared/shop/shop-day.ts'
import { writeDocument } from '../../base/files/write-document.ts'
import { type LabelFacts, labelStrip, labelsAsPdf } from '../../paper/draw/index.ts'
import { type Labelled, labelFacts, labelled, labelledCode } from '../../paper/labels/index.ts'
import { type CatalogueItem, type LiveCatalogue, sortedByName } from '../../shop/goods/index.ts'
import type { CommandContext } from './command-context.ts'
import { backgroundCommand, commandAlone, defineCommand } from './define-command.ts'
import { count, day, writtenFile } from './schemas.ts'

const codes = (most: number) => z.array(z.string().min(1).max(64)).min(1).max(most)

const labelsRequest = z.discriminatedUnion('of', [
  goodsFilterSchema.extend({ of: z.literal('listed') }),
  z.strictObject({ of: z.literal('repriced'), since: day }),
  z.strictObject({ of: z.literal('codes'), codes: codes(MOST_LABELS) }),
])
type LabelsRequest = z.output<typeof labelsRequest>

/**
 * Lists the labels of goods and of their packs, sorted by name. `of` chooses the goods: `listed` those of a list,
 * `repriced` those whose price was changed on the day `since` or later, `codes` those of single codes, in that order.
 * Hidden goods have no label. `total` counts all labels; `labels` has at most MOST_LABELS.
 */
export const listLabels = backgroundCommand({
  request: labelsRequest,
  reply: z.strictObject({ labels: z.array(labelSchema), total: count }),
  permission: 'goods',
  handle: async (context, request) => {
    const { catalogue } = context.shop.goods
    await catalogue.ready()
    const all = labelledBy(request, catalogue, shopMoment(shopDay(context.clock.now())))
    const labels = all.slice(0, MOST_LABELS).map((one) => ({
      code: one.code,
      name: nameOf(one),
      price: one.product.price,
      barcode: labelFacts(one, false).barcode !== null,
    }))
    return { labels, total: all.length }
  },
})

function labelledBy(request: LabelsRequest, catalogue: LiveCatalogue, today: number): readonly Labelled[] {
  if (request.of === 'codes') return request.codes.flatMap((code) => labelledCode(code, catalogue) ?? [])
  const goods = goodsBy(request, catalogue, today)
  return goods.flatMap((one) => labelled(one, catalogue))
}

function goodsBy(
  request: Exclude<LabelsRequest, { of: 'codes' }>,
  catalogue: LiveCatalogue,
  today: number,
): readonly CatalogueItem[] {
  if (request.of === 'listed')
    return catalogue
      .list({ ...request, today, offset: 0, limit: catalogue.size() })
      .rows.filter(({ hidden }) => !hidden)
  const first = shopMoment(request.since)
  const keep = ({ pricedAt, hidden }: CatalogueItem): boolean =>
    !hidden && pricedAt !== null && pricedAt >= first
  return sortedByName([...catalogue.entries()].filter(keep), ({ product }) => product.name)
}

/** The texts of the labels, with the current prices. A code may be repeated. Throws PRODUCT_UNKNOWN for an unknown code. */
function factsOf(
  { session, shop: { goods } }: CommandContext,
  wanted: readonly string[],
): readonly LabelFacts[] {
  const testMode = session().mode === 'test'
  return wanted.map((code) => {
    const one = labelledCode(code, goods.catalogue)
    if (one === null) throw new CommandRefused('PRODUCT_UNKNOWN', code)
    return labelFacts(one, testMode)
  })
}

/** Prints one strip on the receipt printer. Throws if the printer fails; a part of the strip may then be printed already. */
export const printLabels = defineCommand({
  request: z.strictObject({ kind: z.enum(LABEL_KINDS), codes: codes(LABELS_A_STRIP) }),
  permission: 'goods',
  handle: (context, { kind, codes: wanted }) =>
    context.session().paper.prints.labels(labelStrip(kind, factsOf(context, wanted))),
})

/** Writes a PDF with A4 sheets of labels to the documents folder. */
export const saveLabels = defineCommand({
  request: z.strictObject({ kind: z.enum(LABEL_KINDS), codes: codes(MOST_LABELS) }),
  reply: writtenFile,
  permission: 'goods',
  audit: commandAlone,
  handle: async (context, { kind, codes: wanted }) => {
    const name = context.shop.settings.read().language === 'mn' ? 'shoshgo' : 'labels'
    const pdf = await labelsAsPdf(kind, factsOf(context, wanted))
    const now = context.clock.now()
    // With the time, because a day's sheets are of different goods and must not replace each other.
    const file = `${name}-${kind}-${shopDay(now)}-${shopClock(now).replaceAll(':', '')}.pdf`
    return writeDocument(context.computer.documents, file, (draft) => writeFile(draft, pdf, { flush: true }))
  },
})
