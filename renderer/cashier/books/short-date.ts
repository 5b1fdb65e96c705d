/** The service's own clock, as it stands there: "2026-11-21T14:32:06" as "11-21 14:32". */
export const shortDate = (date: string | null): string => (date ?? '').replace('T', ' ').slice(5, 16)
