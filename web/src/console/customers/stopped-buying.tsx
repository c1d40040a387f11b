import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { counted } from '../../../../server/src/shared/counted.ts'
import { STOPPED_IN_WORDS } from '../../../../server/src/shared/stopped-buying.ts'
import { PlainTable } from '../../shared/plain-table.tsx'
import type { PlainColumn } from '../../shared/plain-table.tsx'
import { useWorkspace } from '../workspace-context.tsx'
import { LAST_COLUMN, priceColumn, productColumn, ShowMore } from './ordered-products.tsx'
import { SHOWN, stoppedQuery } from './story-queries.ts'
import type { StoppedProduct } from './story-queries.ts'
import { TabSection } from './tab-section.tsx'

const MOST = 100

/** What a customer ordered regularly, and has stopped ordering. */
export function StoppedBuying({ customerId }: { customerId: string }) {
  const { slug, currency } = useWorkspace()
  const [limit, setLimit] = useState(SHOWN)
  const { data: stopped } = useQuery({ ...stoppedQuery(slug, customerId, limit), placeholderData: (before) => before })
  if (!stopped || stopped.length === 0) return null
  return (
    <TabSection title="Stopped buying" description={STOPPED_IN_WORDS}>
      <PlainTable
        label="Stopped buying"
        columns={[productColumn(slug), RHYTHM, LAST_COLUMN, priceColumn(currency)]}
        rows={stopped}
      />
      <ShowMore
        label="Show more of what was stopped"
        isShown={limit === SHOWN && stopped.length === SHOWN}
        run={() => setLimit(MOST)}
      />
    </TabSection>
  )
}

const RHYTHM: PlainColumn<StoppedProduct> = {
  header: 'Was ordered',
  cell: ({ orders, everyDays }) => `every ${counted(everyDays, 'day')}, ${counted(orders, 'time')}`,
}
