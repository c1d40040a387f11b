import { Anchor } from '@mantine/core'
import { usePortal } from '../portal-context.tsx'
import type { Order } from './order-queries.ts'

/** The order as a file. */
export function OrderPdfLink({ order: { id, number } }: { order: Order }) {
  const { slug } = usePortal()
  return (
    <Anchor
      href={`/app-api/portal/${slug}/orders/${id}/pdf`}
      download={`order-${number}.pdf`}
      className="standalone-link"
    >
      PDF
    </Anchor>
  )
}
