import type { QrDrawing } from './qr-path.ts'
import styles from './qr-symbol.module.css'

type QrSymbolProps = { readonly drawing: QrDrawing; readonly label: string }

/** Black, as large as its place; the white under it is the place's. */
export const QrSymbol = ({ drawing, label }: QrSymbolProps) => (
  <svg
    className={styles.symbol}
    viewBox={`0 0 ${drawing.size} ${drawing.size}`}
    shapeRendering="crispEdges"
    role="img"
    aria-label={label}
  >
    <path d={drawing.path} />
  </svg>
)
