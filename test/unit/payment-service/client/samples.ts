import type { EbarimtRequest, InvoiceRequest } from '../../../../main/payment-service/client/index.ts'

export const INVOICE: Extract<InvoiceRequest, { shape: 'simple' }> = {
  shape: 'simple',
  invoice_code: 'SHOP_INVOICE',
  sender_invoice_no: 'K01-2026-06-01-0147',
  invoice_receiver_code: 'terminal',
  invoice_description: 'Өглөө дэлгүүр 0147',
  callback_url: 'https://pos.invalid/callback',
  amount: 4350,
}
export const TAXED: Extract<InvoiceRequest, { shape: 'ebarimt' }> = {
  shape: 'ebarimt',
  invoice_code: 'SHOP_INVOICE',
  sender_invoice_no: 'K01-2026-06-01-0148',
  invoice_receiver_code: 'terminal',
  invoice_description: 'Өглөө дэлгүүр 0148',
  callback_url: 'https://pos.invalid/callback',
  tax_type: '1',
  district_code: '2406',
  lines: [{ tax_product_code: '', line_description: 'Талх', line_quantity: '1', line_unit_price: '2900' }],
}
export const EBARIMT: EbarimtRequest = { payment_id: '593744473409193', ebarimt_receiver_type: '83' }

export const CREATED = {
  invoice_id: 'inv-1',
  qr_text: '0002010102121531279404962794049600000000KKTOOLKIT',
  qr_image: 'iVBORw0KGgo=',
  acme_shortUrl: 'https://s.example/abc',
  urls: [
    {
      name: 'Khan bank',
      description: 'Хаан банк',
      logo: 'https://l.example/k.png',
      link: 'khanbank://q?qPay_QRcode=1',
    },
  ],
}
export const ROW = {
  payment_id: '593744473409193',
  payment_status: 'PAID',
  payment_amount: '100.00',
  trx_fee: '1.00',
  payment_currency: 'MNT',
  payment_wallet: 'Khan bank app',
  payment_type: 'P2P',
  card_transactions: [],
  p2p_transactions: [
    {
      transaction_bank_code: '050000',
      account_bank_code: '150000',
      account_bank_name: 'Голомт',
      amount: '99.00',
    },
  ],
}
export const CHECKED = { count: 1, paid_amount: 100, rows: [ROW] }
export const UNPAID = { count: 0, paid_amount: 0, rows: [] }
export const DETAIL = {
  payment_id: '593744473409193',
  payment_status: 'PAID',
  payment_fee: '1.00',
  payment_amount: '100.00',
  payment_currency: 'MNT',
  payment_date: '2026-06-01T10:11:12',
  payment_wallet: 'Khan bank app',
  transaction_type: 'P2P',
  object_type: 'INVOICE',
  object_id: 'inv-1',
  card_transactions: [],
  p2p_transactions: [],
}
export const SUMMARY = {
  invoice_id: 'inv-1',
  invoice_code: 'SHOP_INVOICE',
  sender_invoice_no: 'K01-2026-06-01-0147',
  invoice_description: 'x',
  amount: 4350,
  invoice_status: 'OPEN',
  created_date: '2026-06-01T10:11:12',
}
export const RECEIPT = {
  id: 'eb-1',
  ebarimt_by: 'SERVICE',
  ebarimt_receiver_type: '83',
  ebarimt_receiver: '',
  amount: '100.00',
  vat_amount: '8.93',
  city_tax_amount: '1.79',
  ebarimt_qr_data: '1234567890',
  ebarimt_lottery: 'AB 12345678',
  barimt_status: 'CREATED',
  barimt_status_date: '2026-06-01T10:11:13',
  status: true,
  barimt_items: [],
  barimt_transactions: [],
  barimt_histories: [],
}
export const PAYMENT_SUMMARY = {
  payment_id: '593744473409193',
  payment_date: '2026-06-01T10:11:12',
  payment_status: 'PAID',
  payment_fee: '1.00',
  payment_amount: '100.00',
  payment_currency: 'MNT',
  payment_wallet: 'Khan bank app',
  payment_name: 'Хаан банк',
  payment_description: 'x',
  object_type: 'INVOICE',
  object_id: 'inv-1',
}
export const VOIDED = {
  id: 'eb-1',
  ebarimt_by: 'SERVICE',
  barimt_status: 'CANCELLED',
  barimt_status_date: '2026-06-01T10:11:13',
  status: true,
}
