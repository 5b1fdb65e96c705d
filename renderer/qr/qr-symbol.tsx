import type { QrDrawing } from './qr-path.ts'
import styles from './qr-symbol.module.css'

type QrSymbolProps = { readonly drawing: QrDrawing; readonly label: string }

/** A QR code in black. The container gives the size and the white background. */
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
