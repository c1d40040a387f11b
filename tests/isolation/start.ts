import type { OperationName } from '../../server/src/ops/all-operations.ts'
import type { Call } from './calls.ts'

const IMAGE = { imageUrl: 'https://images.example/{mark}.jpg' }

/** What every workspace begins with: the same codes and names, and its own words and amounts in everything else. */
export const START: Call[] = [
  put('customers', [
    { accountCode: 'QUAY', name: 'Café QUAY', email: 'orders@quay.example', notes: '{mark}', creditLimit: '{money.1}' },
    { accountCode: 'CASTLE', name: 'Café CASTLE', email: 'bo@quay.example', phone: '{mark}' },
    { accountCode: 'MOOR', name: 'Café MOOR', email: 'moor@moor.example', contactName: '{mark}' },
    { accountCode: '{mark}', name: 'Café {mark}', email: '{mark}@quay.example' },
  ]),
  put('products', [product('DEN-1'), product('DEN-2'), product('DEN-3'), product('{mark}')]),
  put('products', [{ ...product('KT-9'), brand: '{mark} group', onlyFor: ['CASTLE', '{mark}'], ...IMAGE }]),
  operate('buyer invite', { customer: 'QUAY', name: 'Bo {mark}', email: 'bo@quay.example' }),
  operate('buyer invite', { customer: '{mark}', name: 'Jo {mark}', email: '{mark}@quay.example' }),
  operate('discount set', { customer: 'QUAY', on: { brand: 'Hollin' }, discountBp: '1000' }),
  operate('discount set', { customer: 'CASTLE', on: { all: true }, discountBp: '500' }),
  operate('discount set', { customer: 'MOOR', on: { category: 'Plates' }, discountBp: '700' }),
  operate('agreed-price set', { customer: 'CASTLE', sku: 'DEN-1', unit: '{money.3}' }),
  operate('agreed-price set', { customer: '{mark}', sku: '{mark}', unit: '{money.4}', minQty: '2' }),
  operate('order place', { customer: 'QUAY', lines: [{ sku: 'DEN-1', qty: 2 }], note: '{mark}' }),
  operate('order place', { customer: 'CASTLE', lines: [{ sku: 'KT-9', qty: 1 }], poNumber: '{mark}' }),
  put('products', [{ ...product('DEN-1'), listPrice: '{money.30}' }]),
  put('products', [{ ...product('DEN-2'), listPrice: '{money.31}' }]),
  {
    does: 'write',
    method: 'POST',
    path: '/imports?kind=products&dryRun=true&name={mark}.csv',
    body: 'SKU,Name,Price,Unit\n{mark},Plate {mark},1.00,{mark}\n',
  },
]

function put(list: 'products' | 'customers', rows: object[]): Call {
  return { does: 'write', method: 'PUT', path: `/${list}`, body: { [list]: rows } }
}

function product(sku: string) {
  const name = `Plate ${sku} {mark}`
  return { sku, name, unitLabel: '{mark}', listPrice: '{money.9}', brand: 'Hollin', category: 'Plates' }
}

function operate(operation: OperationName, input: object): Call {
  return { does: 'operate', operation, input }
}
