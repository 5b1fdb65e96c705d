import {
  createRasterRenderer,
  documentAsEscPos,
  documentAsHtml,
  documentAsPdf,
  documentAsText,
  type EscPosDialect,
  type ReceiptDocument,
  rasterAsPng,
} from '../../../main/paper/draw/index.ts'
import type { PaperWidth } from '../../../shared/shop/settings.ts'

type Wish = {
  readonly document: ReceiptDocument
  readonly title: string
  readonly width: PaperWidth
  readonly dialect: EscPosDialect
}
type Rendering = { readonly ending: string; readonly content: string | Uint8Array }

const renderer = createRasterRenderer()

/** Renders a document with every renderer. Each result is the content of a file. */
export function renderings({ document, title, width, dialect }: Wish): readonly Rendering[] {
  const raster = renderer.render(document, width)
  return [
    { ending: 'png', content: rasterAsPng(raster) },
    { ending: 'html', content: documentAsHtml(document, { width, title }) },
    { ending: 'pdf', content: documentAsPdf(document, width) },
    { ending: 'txt', content: documentAsText(document, dialect.columns[width]) },
    { ending: 'bin', content: documentAsEscPos(document, { width, raster, dialect }) },
  ]
}
