/**
 * The seller's data of a new till: those of a sample shop. Not in settings.ts, because the till's page needs them at its
 * start, and zod only later.
 */
export const SAMPLE_SELLER: Readonly<
  Record<'name' | 'branch' | 'taxpayerNumber' | 'register' | 'districtCode', string>
> = {
  name: 'Өглөө дэлгүүр',
  branch: 'БЗД, 6-р хороо',
  taxpayerNumber: '37900846788',
  register: '6234567',
  districtCode: '2406',
}
