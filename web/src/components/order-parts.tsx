import { Group } from '@mantine/core'
import type { ReactNode } from 'react'
import { ORDER_STATUSES } from '../../../server/src/shared/order-steps.ts'
import { CreditNotice, OrderChanges, OrderStatusBadge, Tracking, Totals } from '../shared/order-parts.tsx'
import { LONG, NO_BREAK } from './samples.tsx'

/** What pages of orders are made of. */
export const ORDER_PARTS: Record<string, Record<string, ReactNode>> = {
  CreditNotice: {
    held: (
      <CreditNotice currency="GBP" title="Held by credit" hold={{ limit: 100_000, open: 190_500, over: 90_500 }}>
        It waits until you lift the hold.
      </CreditNotice>
    ),
  },
  OrderChanges: {
    'changed, added and removed': (
      <OrderChanges
        currency="GBP"
        changes={{
          lines: [
            {
              sku: NO_BREAK,
              name: LONG,
              from: { qty: 4, unit: 662 },
              to: { qty: 10_000, unit: 662 },
              isPricedAgain: false,
            },
            { sku: 'TH-TM5', name: 'Tape measure', from: null, to: { qty: 3, unit: 287 }, isPricedAgain: true },
            { sku: 'TH-HAM20', name: 'Hammer', from: { qty: 2, unit: 760 }, to: null, isPricedAgain: false },
          ],
          subtotal: { from: 4_168, to: 6_620_861 },
        }}
      />
    ),
  },
  OrderStatusBadge: {
    'each status': (
      <Group>
        {ORDER_STATUSES.map((status) => (
          <OrderStatusBadge key={status} status={status} />
        ))}
        <OrderStatusBadge status="new" isWaitedFor />
      </Group>
    ),
  },
  Totals: {
    'with tax and terms': (
      <Totals
        currency="GBP"
        taxLabel="ex VAT"
        totals={{ subtotal: 19_332, taxRateBp: 2_000, tax: 3_866, total: 23_198, terms: LONG }}
      />
    ),
    'without tax': (
      <Totals
        currency="GBP"
        taxLabel="ex VAT"
        totals={{ subtotal: 19_332, taxRateBp: null, tax: null, total: null, terms: null }}
      />
    ),
  },
  Tracking: {
    'a link': <Tracking tracking={`https://parcels.example/${NO_BREAK.repeat(3)}`} />,
    'a number': <Tracking tracking="PX 4711 0815" />,
  },
}
