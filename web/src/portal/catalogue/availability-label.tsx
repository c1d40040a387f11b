import { Badge, Text } from '@mantine/core'
import { AVAILABILITY_LABEL } from '../../../../server/src/shared/availability.ts'
import type { Availability } from '../../../../server/src/shared/availability.ts'
import type { Product } from './product-queries.ts'

const COLOR: Partial<Record<Availability, string>> = {
  in_stock: 'green',
  low_stock: 'yellow',
  out_of_stock: 'red',
  made_to_order: 'blue',
}

/** Whether it is there, and how long it takes otherwise. Nothing for what the wholesaler does not track or show. */
export function AvailabilityLabel({ product }: { product: Pick<Product, 'availability' | 'leadTimeNote'> }) {
  const { availability, leadTimeNote } = product
  return (
    <>
      {availability && availability !== 'not_tracked' && (
        <Badge variant="light" color={COLOR[availability] ?? 'gray'}>
          {AVAILABILITY_LABEL[availability]}
        </Badge>
      )}
      {leadTimeNote && (
        <Text size="xs" c="dimmed">
          {leadTimeNote}
        </Text>
      )}
    </>
  )
}
