/** The districts of the capital and the provinces, by the first two digits of a district code (docs/payment-service.md#district-codes). */
export const DISTRICTS = [
  { code: '24', mn: 'Баянзүрх дүүрэг', en: 'Bayanzurkh district' },
  { code: '26', mn: 'Баянгол дүүрэг', en: 'Bayangol district' },
  { code: '25', mn: 'Сүхбаатар дүүрэг', en: 'Sukhbaatar district' },
  { code: '35', mn: 'Чингэлтэй дүүрэг', en: 'Chingeltei district' },
  { code: '34', mn: 'Сонгинохайрхан дүүрэг', en: 'Songinokhairkhan district' },
  { code: '23', mn: 'Хан-Уул дүүрэг', en: 'Khan-Uul district' },
  { code: '29', mn: 'Налайх дүүрэг', en: 'Nalaikh district' },
  { code: '27', mn: 'Багануур дүүрэг', en: 'Baganuur district' },
  { code: '28', mn: 'Багахангай дүүрэг', en: 'Bagakhangai district' },
  { code: '01', mn: 'Архангай', en: 'Arkhangai' },
  { code: '02', mn: 'Баян-Өлгий', en: 'Bayan-Ulgii' },
  { code: '03', mn: 'Баянхонгор', en: 'Bayankhongor' },
  { code: '04', mn: 'Булган', en: 'Bulgan' },
  { code: '05', mn: 'Говь-Алтай', en: 'Govi-Altai' },
  { code: '32', mn: 'Говьсүмбэр', en: 'Govisumber' },
  { code: '19', mn: 'Дархан-Уул', en: 'Darkhan-Uul' },
  { code: '06', mn: 'Дорноговь', en: 'Dornogovi' },
  { code: '07', mn: 'Дорнод', en: 'Dornod' },
  { code: '08', mn: 'Дундговь', en: 'Dundgovi' },
  { code: '09', mn: 'Завхан', en: 'Zavkhan' },
  { code: '20', mn: 'Орхон', en: 'Orkhon' },
  { code: '10', mn: 'Өвөрхангай', en: 'Uvurkhangai' },
  { code: '11', mn: 'Өмнөговь', en: 'Umnugovi' },
  { code: '12', mn: 'Сүхбаатар аймаг', en: 'Sukhbaatar province' },
  { code: '13', mn: 'Сэлэнгэ', en: 'Selenge' },
  { code: '14', mn: 'Төв', en: 'Tuv' },
  { code: '15', mn: 'Увс', en: 'Uvs' },
  { code: '16', mn: 'Ховд', en: 'Khovd' },
  { code: '17', mn: 'Хөвсгөл', en: 'Khuvsgul' },
  { code: '18', mn: 'Хэнтий', en: 'Khentii' },
] as const

/** The district, and the number of its subdivision (khoroo or sum): "06", or empty. */
export const partsOfDistrict = (code: string): { readonly district: string; readonly part: string } => ({
  district: code.slice(0, 2),
  part: code.slice(2),
})

/** The code of a district with the typed number of a subdivision: "24" and "6" are "2406". */
export function districtCode(district: string, typed: string): string {
  const part = typed.replaceAll(/\D/g, '').slice(-2).padStart(2, '0')
  return part === '00' ? district : `${district}${part}`
}
