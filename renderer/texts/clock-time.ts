const two = (number: number): string => String(number).padStart(2, '0')

/** "14:32", by the clock of the machine, which is the shop's. */
export function clockTime(at: number): string {
  const moment = new Date(at)
  return `${two(moment.getHours())}:${two(moment.getMinutes())}`
}
