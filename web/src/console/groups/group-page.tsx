import { Group, Stack, Text } from '@mantine/core'
import { IconPencil, IconTrash, IconPlus } from '@tabler/icons-react'
import { useSuspenseQuery, useQuery, useQueryClient } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { Page, useTab } from '../../shared/page.tsx'
import { useChangeSearch } from '../../shared/search-params.ts'
import { counted } from '../../../../server/src/shared/counted.ts'
import { ActButton } from '../acts.tsx'
import { AgreedPrices } from '../customers/agreed-prices.tsx'
import { Discounts } from '../customers/discounts.tsx'
import { HistoryTab, InactiveBadge, TabSection } from '../customers/tab-section.tsx'
import { useWorkspace } from '../workspace-context.tsx'
import { groupAsOwner, groupQuery } from './group-queries.ts'
import type { PriceGroup } from './group-queries.ts'
import {
  NameGroupDialog,
  MinimumDialog,
  GroupDialog,
  MembershipEffect,
  useEditCustomers,
  useMembershipImpact,
} from './group-dialog.tsx'
import { useRef, useState } from 'react'
import { api, dataQuery } from '../../shared/api.ts'
import { ConfirmDialog, FormDialog } from '../../shared/form-dialog.tsx'
import { formatMoney } from '../../shared/money.tsx'
import { notify } from '../../shared/toasts.tsx'
import { Effect, ImpactText } from '../customers/effect.tsx'
import { priceGroupsKey, refreshTerms } from '../customers/terms-owner.ts'
import type { Column } from '../../shared/list.ts'
import { DataTable } from '../../shared/data-table.tsx'
import { Empty } from '../../shared/empty.tsx'
import { Problem } from '../../shared/problem.tsx'
import { SearchBox } from '../../shared/search-box.tsx'
import { customersQuery } from '../customers/customer-queries.ts'
import { RowActions } from '../customers/agreed-price-columns.tsx'
import { throwProblems } from '../../shared/form.tsx'
import { CustomerPicker } from '../products/customer-picker.tsx'
import type { PickedCustomer } from '../products/customer-picker.tsx'

const route = getRouteApi('/w/$slug/groups/$id')

const TABS = [
  { value: 'prices', label: 'Prices' },
  { value: 'customers', label: 'Customers' },
  { value: 'history', label: 'History' },
]

/** One price group: its discounts and agreed prices, and who is in it. */
export function GroupPage() {
  const { slug, currency, reasonNot } = useWorkspace()
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
      description={
        <Text span>
          {counted(group.customerCount, 'customer')}
          {group.minOrderValue !== null && `, minimum order ${formatMoney(group.minOrderValue, currency)}`}
        </Text>
      }
      crumbs={[{ label: 'Price groups', link: { to: '/w/$slug/groups', params: { slug } } }]}
      actions={
        <Group gap="xs">
          <ActButton
            label="Rename"
            variant="default"
            reason={reasonNot('terms')}
            leftSection={<IconPencil size={16} />}
            run={() => open('rename')}
          />
          <ActButton
            label="Minimum order"
            variant="default"
            reason={reasonNot('terms')}
            run={() => open('minimum-order')}
          />
          <ActButton
            label="Remove group"
            variant="default"
            reason={reasonNot('terms')}
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
      {dialog === 'minimum-order' && <MinimumDialog group={group} onClose={close} />}
      {dialog === 'remove-group' && <RemoveGroupDialog group={group} onClose={close} />}
    </Page>
  )
}

/** Asks before a price group goes with its terms, and says what that does to prices. The name has to be typed. */
function RemoveGroupDialog({ group, onClose }: { group: PriceGroup; onClose: () => void }) {
  const { slug } = useWorkspace()
  const queryClient = useQueryClient()
  const navigate = route.useNavigate()
  const removed = useRef(false)
  const { id, name, customerCount, discountRules, agreedPriceCount } = group
  const path = { slug, id }
  const { data: moves, error } = useQuery(
    dataQuery(
      [...priceGroupsKey(slug), id, 'removal', customerCount],
      '/app-api/console/{slug}/price-groups/{id}/removal',
      { path },
      { gcTime: 0 },
    ),
  )
  const remove = async () => {
    const params = { path, query: { customers: customerCount } }
    await api.DELETE('/app-api/console/{slug}/price-groups/{id}', { params })
    removed.current = true
    notify(`${name} was removed.`)
  }
  const close = () => {
    if (!removed.current) return onClose()
    void navigate({ to: '/w/$slug/groups', params: { slug } }).then(() => {
      queryClient.removeQueries({ queryKey: [...priceGroupsKey(slug), id] })
      return refreshTerms(queryClient, slug)
    })
  }
  return (
    <ConfirmDialog
      onClose={close}
      title={`Remove ${name}`}
      confirmLabel="Remove group"
      effect={
        <>
          <Text>
            With it go {counted(discountRules.length, 'discount')} and {counted(agreedPriceCount, 'agreed price')}.{' '}
            {counted(customerCount, 'customer')} then {customerCount === 1 ? 'belongs' : 'belong'} to no price group.
            This cannot be undone.
          </Text>
          <Effect {...(error ? { error } : moves === undefined && { waiting: 'Working out what it changes …' })}>
            {moves !== undefined && <ImpactText moves={moves} />}
          </Effect>
        </>
      }
      typedName={name}
      disabled={moves === undefined}
      danger
      onConfirm={remove}
    />
  )
}

type Row = { id: string; name: string; accountCode: string | null; active: boolean }

/** Who is in a price group, a page at a time. */
function CustomersOfGroup({ group }: { group: PriceGroup }) {
  const { slug, reasonNot } = useWorkspace()
  const { q, page, dialog = '' } = route.useSearch()
  const change = useChangeSearch()
  const search = { group: group.id, ...(q && { q }), ...(page && { page }) }
  const { data, error, refetch, isPlaceholderData } = useQuery(customersQuery(slug, search))
  const open = (name: string) => change({ dialog: name, page }, { push: true })
  const close = () => change({ dialog: undefined, page })
  const [act, id] = dialog.split('.')
  const chosen = data?.data.find((customer) => customer.id === id)
  return (
    <TabSection
      title="Customers"
      description="A customer belongs to one price group at most."
      actions={
        <ActButton
          label="Add customers"
          reason={reasonNot('terms')}
          leftSection={<IconPlus size={16} />}
          run={() => open('add-customers')}
        />
      }
    >
      {group.customerCount > 0 && <SearchBox label="Search customers" />}
      <Problem error={data ? null : error} retry={() => void refetch()} />
      <DataTable<Row>
        label="Customers"
        columns={columnsOf((customer) => open(`take-out.${customer}`))}
        rows={data?.data}
        rowKey={(row) => row.id}
        rowLink={(row) => ({ to: '/w/$slug/customers/$id', params: { slug, id: row.id } })}
        isStale={isPlaceholderData}
        empty={
          <Empty title={q ? 'No customer matches' : 'No customers'}>
            <Text span>{q ? 'Try fewer words.' : 'Add some here, or choose many in the list of customers.'}</Text>
          </Empty>
        }
        pager={{ total: data?.total, nextOffset: data?.nextOffset }}
      />
      {act === 'add-customers' && <AddCustomersDialog group={group} onClose={close} />}
      {act === 'take-out' && chosen && (
        <GroupDialog
          title={`Take ${chosen.name} out of ${group.name}`}
          subject={chosen.name}
          chosen={{ ids: [chosen.id] }}
          count={1}
          present={group.name}
          to={null}
          onClose={close}
        />
      )}
    </TabSection>
  )
}

function columnsOf(takeOut: (id: string) => void): Column<Row>[] {
  return [
    { key: 'name', header: 'Name', wraps: true, cell: ({ name }) => name },
    { key: 'accountCode', header: 'Account code', from: 'xs', cell: ({ accountCode }) => accountCode ?? '–' },
    { key: 'active', header: 'Active', from: 'sm', cell: ({ active }) => (active ? 'Yes' : <InactiveBadge />) },
    {
      key: 'acts',
      header: 'Actions',
      align: 'end',
      cell: ({ id, name }) => <RowActions of={name} acts={[{ label: 'Remove', run: () => takeOut(id) }]} />,
    },
  ]
}

/** Puts customers into a price group, one after another or several at once, and says first what their prices do. */
function AddCustomersDialog({ group, onClose }: { group: PriceGroup; onClose: () => void }) {
  const [picked, setPicked] = useState<PickedCustomer[]>([])
  const edit = useEditCustomers()
  const chosen = { ids: picked.map(({ id }) => id) }
  const { moves, error } = useMembershipImpact(chosen, group.id)
  const save = async () => {
    throwProblems({ customers: picked.length === 0 ? 'Choose a customer.' : undefined })
    const done = `${picked.length === 1 ? picked[0]!.name : counted(picked.length, 'customer')}: in ${group.name} now.`
    await edit(chosen, { field: 'group', value: group.id }, { done, seenMoves: moves! })
  }
  return (
    <FormDialog
      onClose={onClose}
      title="Add customers"
      onSubmit={save}
      size="lg"
      disabled={picked.length > 0 && moves === undefined}
    >
      {(fieldError) => (
        <>
          <CustomerPicker
            picked={picked}
            onChange={setPicked}
            error={fieldError('customers')}
            label="Customers to add"
            none="No customer is chosen."
          />
          <MembershipEffect group={picked.length > 0 ? group.id : undefined} moves={moves} error={error} />
        </>
      )}
    </FormDialog>
  )
}
