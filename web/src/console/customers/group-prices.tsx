import { useMediaQuery } from '@mantine/hooks'
import { useQuery } from '@tanstack/react-query'
import { useSearch } from '@tanstack/react-router'
import { DataTable } from '../../shared/data-table.tsx'
import { TextLink } from '../../shared/text-link.tsx'
import { counted } from '../../../../server/src/shared/counted.ts'
import { useWorkspace } from '../workspace-context.tsx'
import { agreedPriceColumns } from './agreed-price-columns.tsx'
import { agreedPricesQuery } from './agreed-price-queries.ts'
import type { Customer } from './customer-queries.ts'
import { TabSection } from './tab-section.tsx'

/** The first agreed prices of the customer's price group that match. They are changed on the page of the group. */
export function GroupPrices({ group: { id, name } }: { group: NonNullable<Customer['group']> }) {
  const { slug, currency } = useWorkspace()
  const isNarrow = useMediaQuery('(max-width: 47.99em)', false, { getInitialValueInEffect: false })
  const { q, period } = useSearch({ strict: false })
  const { data } = useQuery(agreedPricesQuery(slug, { kind: 'price-groups', id }, { q, period }))
  if (!data?.data.length) return null
  return (
    <TabSection
      title={`Agreed prices from ${name}`}
      description="For products on which the customer has no terms of its own."
      actions={
        <TextLink to="/w/$slug/groups/$id" params={{ slug, id }} search={{ q, period }}>
          All of {name}: {counted(data.total, 'agreed price')}
        </TextLink>
      }
    >
      <DataTable
        label={`Agreed prices from ${name}`}
        columns={agreedPriceColumns({ slug, currency, isNarrow })}
        rows={data.data}
        rowKey={(price) => price.id}
      />
    </TabSection>
  )
}
