import { onTestFinished } from 'vitest'
import { type Line, openLine } from '../../scripts/shop-database/network-cable.ts'

/** A line that ends with the test. */
export async function lineTo(port: number): Promise<Line> {
  const line = await openLine(port)
  onTestFinished(line.close)
  return line
}
