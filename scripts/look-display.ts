import { mkdtemp } from 'node:fs/promises'
import { openHost } from './hosts/index.ts'

const m = (n: number) => n * 100
const line = (name: string, q: number, p: number, unit = 'ш') => ({
  name,
  quantity: Math.round(q * 1000),
  unit,
  unitPrice: m(p),
  amount: m(Math.round(q * p)),
})
const few = [
  line('Талх Атар 700 гр', 2, 2500),
  line('АПУ Сүү 3.2% 1 л', 1, 4350),
  line('Ундаа Оргилуун 0.5 л', 3, 1800),
  line('Гоймон Төмөр гэр 500 гр', 1, 3200),
  line('Алим, ногоон', 0.842, 8900, 'кг'),
]
const many = [
  ...few,
  ...few,
  ...few,
  line('Цай Ахмад жүржтэй, уутанд савласан, 25 ширхэгтэй хайрцаг, бэлгийн багц', 1, 12500),
]
const sums = (total: number, paid = 0) => ({ total: m(total), paid: m(paid), missing: m(total - paid) })
const QR =
  '0002010102121531279404962794049600000000000000054062809005802MN5916TUGRIK PRACTICE6011ULAANBAATAR62240720K01-261121-0001-ABCDEF6304A1B2'
const banks = [
  'Хаан банк',
  'Худалдаа хөгжлийн банк',
  'Голомт банк',
  'Хас банк',
  'Төрийн банк',
  'Капитрон банк',
  'М банк',
  'Богд банк',
]
const scenes: Record<string, unknown> = {
  idle: { name: 'idle' },
  goods: { name: 'goods', lines: few, sums: sums(32509) },
  one: { name: 'goods', lines: few.slice(0, 1), sums: sums(5000) },
  many: { name: 'goods', lines: many, sums: sums(12345678, 345678) },
  making: { name: 'making', delayed: false, sums: sums(32509) },
  delayed: { name: 'making', delayed: true, sums: sums(32509) },
  qr: { name: 'qr', qrText: QR, banks, sums: sums(32509) },
  partly: { name: 'qr', qrText: QR, banks: banks.slice(0, 5), sums: sums(1232509, 200000) },
  cancelling: { name: 'cancelling' },
  cancelled: { name: 'cancelled', cashBack: 0 },
  cashback: { name: 'cancelled', cashBack: m(20000) },
  late: { name: 'late' },
  paid: { name: 'paid', total: m(32509), change: 0, receipt: 'coming' },
  change: { name: 'paid', total: m(32509), change: m(7491), receipt: 'printed' },
  ask: { name: 'paid', total: m(32509), change: 0, receipt: 'ask' },
}
const sizes = [
  [1024, 600],
  [1280, 800],
  [1366, 768],
  [1920, 1080],
  [768, 1366],
] as const
const only = process.argv[2]?.split(',')
const host = await openHost('browser', { dataFolder: await mkdtemp('/tmp/look-display-'), practice: null })
await host.page.evaluate(() => window.pos.setDisplay({ display: 'window' }))
const page = await host.display()
for (const language of ['mn', 'en'])
  for (const [width, height] of sizes) {
    await page.setViewportSize({ width, height })
    for (const [name, scene] of Object.entries(scenes)) {
      if (only && !only.includes(name)) continue
      const view = {
        language,
        practice: name !== 'goods' && name !== 'idle',
        shop:
          name === 'many'
            ? 'Нарантуул олон улсын худалдааны төвийн хүнсний дэлгүүр, салбар 3'
            : 'Өглөө дэлгүүр',
        logo: null,
        scene,
      }
      await page.evaluate(
        (detail) => void window.dispatchEvent(new CustomEvent('pos:display', { detail })),
        view,
      )
      await page.waitForTimeout(name === 'many' ? 700 : 60)
      const bad = await page.evaluate(() =>
        [...document.querySelectorAll('*')]
          .filter(
            (e) =>
              !e.matches('[data-testid=display-lines], [data-testid=display-lines] *, html, body') &&
              (e.scrollWidth > e.clientWidth + 2 || e.scrollHeight > e.clientHeight + 3) &&
              e.clientWidth > 0 &&
              getComputedStyle(e).display !== 'inline',
          )
          .map(
            (e) =>
              `${e.tagName}.${e.className} ${e.scrollWidth}/${e.clientWidth} ${e.scrollHeight}/${e.clientHeight}`,
          ),
      )
      if (bad.length) console.log(language, width, name, bad.join(' | '))
      await page.screenshot({ path: `/tmp/display-shots/${name}-${language}-${width}.png` })
    }
  }
await host.close()
