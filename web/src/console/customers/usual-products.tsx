import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { PlainTable } from '../../shared/plain-table.tsx'
import { usualQuery } from '../orders/usual-query.ts'
import { useWorkspace } from '../workspace-context.tsx'
import { LAST_COLUMN, priceColumn, productColumn, ShowMore } from './ordered-products.tsx'
import { SHOWN, stoppedQuery } from './story-queries.ts'
import { TabSection } from './tab-section.tsx'

const MOST = 100

/** What a customer usually orders, the next order first. */
export function UsualProducts({ customerId }: { customerId: string }) {
  const { slug, currency } = useWorkspace()
  const [limit, setLimit] = useState(SHOWN)
  const { data: usual } = useQuery({ ...usualQuery(slug, customerId, limit), placeholderData: (before) => before })
  const { data: stopped } = useQuery(stoppedQuery(slug, customerId, SHOWN))
  if (!usual) return null
  const rows = usual.filter(({ sku }) => !stopped?.some((one) => one.sku === sku))
  if (rows.length === 0) return null
  return (
    <TabSection
      title="Usual products"
      description="What is in the last order, or in two of the last four, comes first; then by how often and how lately it was ordered."
    >
      <PlainTable
        label="Usual products"
        columns={[productColumn(slug), LAST_COLUMN, priceColumn(currency)]}
        rows={rows}
      />
      <ShowMore
        label="Show more usual products"
        isShown={limit === SHOWN && usual.length === SHOWN}
        run={() => setLimit(MOST)}
      />
    </TabSection>
  )
}
