/** Every optional field of the full shape of an invoice (docs/payment-service.md#create-an-invoice). */
export const FULL_FIELDS = {
  sender_branch_code: 'B1',
  sender_branch_data: {
    register: '6234567',
    name: 'Төв',
    email: 'b@shop.invalid',
    phone: '70000000',
    address: {
      city: 'Улаанбаатар',
      district: 'БЗД',
      street: '6-р хороо',
      building: '12',
      apartment: '3',
      zipcode: '13370',
    },
  },
  sender_staff_data: { name: 'Болд', email: 's@shop.invalid', phone: '99000000' },
  invoice_receiver_data: { register: 'УБ99112233', name: 'Сараа', email: 'p@x.invalid', phone: '88000000' },
  enable_expiry: 'false',
  allow_partial: true,
  minimum_amount: 100,
  allow_exceed: true,
  maximum_amount: 10_000,
  note: 'Тэмдэглэл',
  transactions: [
    {
      description: 'Орлого',
      amount: '4350',
      accounts: [
        {
          account_bank_code: '050000',
          account_number: '5000000001',
          account_name: 'Дэлгүүр',
          account_currency: 'MNT',
          is_default: true,
        },
      ],
    },
  ],
  lines: [
    {
      tax_product_code: '1',
      line_description: 'Талх',
      line_quantity: '1.5',
      line_unit_price: '2900',
      note: 'x',
      discounts: [{ description: 'a', amount: 50 }],
      surcharges: [{ description: 'b', amount: 0.5 }],
      taxes: [{ description: 'CITY_TAX', amount: 20 }],
      classification_code: '2311100',
    },
  ],
} as const
