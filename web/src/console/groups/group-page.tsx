import { Group, Stack, Text } from '@mantine/core'
import { IconPencil, IconTrash } from '@tabler/icons-react'
import { useSuspenseQuery } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { Page, useTab } from '../../shared/page.tsx'
import { useChangeSearch } from '../../shared/search-params.ts'
import { counted } from '../../../../server/src/shared/counted.ts'
import { ActButton } from '../act-button.tsx'
import { AgreedPrices } from '../customers/agreed-prices.tsx'
import { Discounts } from '../customers/discounts.tsx'
import { HistoryTab } from '../customers/history-tab.tsx'
import { useWorkspace } from '../workspace-context.tsx'
import { CustomersOfGroup } from './customers-of-group.tsx'
import { groupAsOwner, groupQuery } from './group-queries.ts'
import { NameGroupDialog } from './name-group-dialog.tsx'
import { RemoveGroupDialog } from './remove-group-dialog.tsx'

const route = getRouteApi('/w/$slug/groups/$id')

const TABS = [
  { value: 'prices', label: 'Prices' },
  { value: 'customers', label: 'Customers' },
  { value: 'history', label: 'History' },
]

/** One price group: its discounts and agreed prices, and who is in it. */
export function GroupPage() {
  const { slug, reasonNot } = useWorkspace()
  const { id } = route.useParams()
  const { dialog } = route.useSearch()
  const { data: group } = useSuspenseQuery(groupQuery(slug, id))
  const change = useChangeSearch()
  const tab = useTab(TABS)
  const open = (name: string) => change({ dialog: name }, { push: true })
  const close = () => change({ dialog: undefined })
  const owner = groupAsOwner(group)
  return (
    <Page
      title={group.name}
      description={<Text span>{counted(group.customerCount, 'customer')}</Text>}
      crumbs={[{ label: 'Price groups', link: { to: '/w/$slug/groups', params: { slug } } }]}
      actions={
        <Group gap="xs">
          <ActButton
            label="Rename"
            variant="default"
            reason={reasonNot('write')}
            leftSection={<IconPencil size={16} />}
            run={() => open('rename')}
          />
          <ActButton
            label="Remove group"
            variant="default"
            reason={reasonNot('write')}
            leftSection={<IconTrash size={16} />}
            run={() => open('remove-group')}
          />
        </Group>
      }
      tabs={TABS}
    >
      {tab === 'prices' && (
        <Stack gap="xl">
          <Discounts owner={owner} none={`Customers of ${group.name} pay list prices, apart from agreed prices.`} />
          <AgreedPrices
            owner={owner}
            description="For single products. They come before the group's discounts, and after a customer's own terms."
          />
        </Stack>
      )}
      {tab === 'customers' && <CustomersOfGroup group={group} />}
      {tab === 'history' && <HistoryTab owner={owner} />}
      {dialog === 'rename' && <NameGroupDialog group={group} onClose={close} />}
      {dialog === 'remove-group' && <RemoveGroupDialog group={group} onClose={close} />}
    </Page>
  )
}
