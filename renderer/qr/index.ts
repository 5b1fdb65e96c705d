export { drawQr } from './qr-path.ts'
export { QrSymbol } from './qr-symbol.tsx'
