import { Badge, Button, Stack, Text } from '@mantine/core'
import { IconEye } from '@tabler/icons-react'
import { useSuspenseQuery, useQuery, queryOptions, useQueryClient } from '@tanstack/react-query'
import { getRouteApi, useNavigate, useSearch } from '@tanstack/react-router'
import { Page, useTab } from '../../shared/page.tsx'
import { usePaletteActions } from '../../shared/palette.tsx'
import { useChangeSearch } from '../../shared/search-params.ts'
import { useWorkspace } from '../workspace-context.tsx'
import { AgreedPrices } from './agreed-prices.tsx'
import { BuyersTab } from './buyers-tab.tsx'
import { CodesTab } from './codes-tab.tsx'
import { ContactDialog } from './contacts.tsx'
import { customerQuery, customersKey } from './customer-queries.ts'
import type { Customer } from './customer-queries.ts'
import { Discounts } from './discounts.tsx'
import { customerAsOwner, agreedPricesQuery } from './terms-owner.ts'
import { HistoryTab, InactiveBadge, TabSection } from './tab-section.tsx'
import { OrdersTab } from './orders-tab.tsx'
import { OverviewTab } from './overview-tab.tsx'
import { TermsTab } from './terms-tab.tsx'
import { useTermsDraft } from './use-terms-draft.ts'
import type { TermsDraft } from './use-terms-draft.ts'
import { useMediaQuery } from '@mantine/hooks'
import { DataTable } from '../../shared/data-table.tsx'
import { TextLink } from '../../shared/links.tsx'
import { counted } from '../../../../server/src/shared/counted.ts'
import { agreedPriceColumns } from './agreed-price-columns.tsx'
import { ActButton, MoreActions } from '../acts.tsx'
import { GroupDialog } from '../groups/group-dialog.tsx'
import { api } from '../../shared/api.ts'
import { ExportMenu } from '../exports/export-menu.tsx'
import { PriceListDialog } from './price-list-dialog.tsx'
import { useRef } from 'react'
import { ConfirmDialog, LeaveGuard } from '../../shared/form-dialog.tsx'
import { notify } from '../../shared/toasts.tsx'

const route = getRouteApi('/w/$slug/customers/$id')

const TABS = [
  { value: 'overview', label: 'Overview' },
  { value: 'terms', label: 'Terms' },
  { value: 'prices', label: 'Prices' },
  { value: 'codes', label: 'Part numbers' },
  { value: 'buyers', label: 'Buyers' },
  { value: 'orders', label: 'Orders' },
  { value: 'history', label: 'History' },
]

/** One customer: its account, what it pays, who orders for it, and what happened. */
export function CustomerPage() {
  const { slug } = useWorkspace()
  const { id } = route.useParams()
  const { data: customer } = useSuspenseQuery(customerQuery(slug, id))
  // Its own page for each customer: nothing that was typed for one is there for the next.
  return <Loaded key={id} customer={customer} />
}

function Loaded({ customer }: { customer: Customer }) {
  const draft = useTermsDraft(customer)
  return (
    <>
      <LeaveGuard when={draft.isDirty} />
      <Tabs customer={customer} draft={draft} />
    </>
  )
}

function Tabs({ customer, draft }: { customer: Customer; draft: TermsDraft }) {
  const { slug, may, reasonNot } = useWorkspace()
  const change = useChangeSearch()
  const navigate = useNavigate()
  const tab = useTab(TABS)
  // The portal's pages are another application, so the browser loads them.
  const seeAs = () => location.assign(`/t/${slug}/as/${customer.id}`)
  usePaletteActions([
    { id: 'see-as-customer', label: `See as ${customer.name}`, group: 'On this page', run: seeAs },
    ...TABS.map(({ value, label }) => ({
      id: `customer-${value}`,
      label: `${label} of ${customer.name}`,
      group: 'On this page',
      run: () => change({ tab: value === TABS[0]!.value ? undefined : value, q: undefined, period: undefined }),
    })),
  ])
  return (
    <Page
      title={customer.name}
      beside={
        <>
          {!customer.active && <InactiveBadge />}
          {customer.group && <Badge variant="light">{customer.group.name}</Badge>}
        </>
      }
      description={
        <Text span>
          {[
            customer.accountCode && `Account ${customer.accountCode}`,
            customer.contact && `Contact: ${customer.contact.name}`,
          ]
            .filter(Boolean)
            .join(' · ')}
        </Text>
      }
      crumbs={[{ label: 'Customers', link: { to: '/w/$slug/customers', params: { slug } } }]}
      actions={
        <>
          <ActButton
            label="Place an order"
            reason={reasonNot('orders') ?? reasonNotToOrder(customer)}
            run={() =>
              void navigate({ to: '/w/$slug/orders/new', params: { slug }, search: { customer: customer.id } })
            }
          />
          <Button variant="default" leftSection={<IconEye size={16} />} onClick={seeAs}>
            See as this customer
          </Button>
          <PriceListMenu customerId={customer.id} />
          <CustomerMenu customer={customer} />
        </>
      }
      tabs={TABS}
    >
      {tab === 'overview' && <OverviewTab customer={customer} />}
      {tab === 'terms' && <TermsTab customer={customer} draft={draft} />}
      {tab === 'prices' && (
        <Stack gap="xl">
          <GroupOfCustomer customer={customer} />
          <Discounts
            owner={customerAsOwner(customer)}
            further={customer.discountRules.filter(({ group }) => group !== null)}
            none={`${customer.name} pays list prices, apart from agreed prices.`}
          />
          <AgreedPrices
            owner={customerAsOwner(customer)}
            description={
              customer.group
                ? `For single products. The customer's own terms come first, then those of ${customer.group.name}.`
                : 'For single products. An agreed price comes before every discount.'
            }
          />
          {customer.group && may('all') && <GroupPrices group={customer.group} />}
        </Stack>
      )}
      {tab === 'codes' && <CodesTab customer={customer} />}
      {tab === 'buyers' && <BuyersTab customer={customer} />}
      {tab === 'orders' && <OrdersTab customer={customer} />}
      {tab === 'history' && <HistoryTab owner={customerAsOwner(customer)} />}
    </Page>
  )
}

function reasonNotToOrder({ active }: Customer): string | null {
  return active ? null : 'The customer is not active.'
}

/** The first agreed prices of the customer's price group that match. They are changed on the page of the group. */
function GroupPrices({ group: { id, name } }: { group: NonNullable<Customer['group']> }) {
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

/** The price group of a customer, and the way to another one. */
function GroupOfCustomer({ customer }: { customer: Customer }) {
  const { slug, may, reasonNot } = useWorkspace()
  const { dialog } = useSearch({ strict: false })
  const change = useChangeSearch()
  const { id, name, group } = customer
  return (
    <TabSection
      title="Price group"
      actions={
        may('all') && (
          <ActButton
            label="Change group"
            variant="default"
            reason={reasonNot('terms')}
            run={() => change({ dialog: 'change-group' }, { push: true })}
          />
        )
      }
    >
      {group ? (
        <Text>
          {may('all') ? (
            <TextLink to="/w/$slug/groups/$id" params={{ slug, id: group.id }}>
              {group.name}
            </TextLink>
          ) : (
            group.name
          )}
        </Text>
      ) : (
        <Text c="dimmed">{name} belongs to no price group.</Text>
      )}
      {dialog === 'change-group' && (
        <GroupDialog
          title="Change group"
          subject={name}
          chosen={{ ids: [id] }}
          count={1}
          present={group?.name ?? null}
          onClose={() => change({ dialog: undefined })}
        />
      )}
    </TabSection>
  )
}

/** The price list of a customer as a file. A very long PDF is asked for on the page that buyers have for it. */
function PriceListMenu({ customerId }: { customerId: string }) {
  const { slug } = useWorkspace()
  const { dialog } = route.useSearch()
  const change = useChangeSearch()
  const { data: size } = useQuery(sizeQuery(slug, customerId))
  const isLong = size !== undefined && size.pages > size.maxPages
  return (
    <>
      <ExportMenu
        label="Price list"
        href={`/app-api/console/${slug}/customers/${customerId}/price-list`}
        formats={isLong ? ['csv', 'xlsx'] : ['csv', 'xlsx', 'pdf']}
        page={
          isLong
            ? {
                label: `PDF of ${size.pages.toLocaleString('en')} pages …`,
                href: `/t/${slug}/as/${customerId}/price-list`,
              }
            : undefined
        }
        action={{ label: 'As of another day …', run: () => change({ dialog: 'price-list' }, { push: true }) }}
      />
      {dialog === 'price-list' && (
        <PriceListDialog customerId={customerId} onClose={() => change({ dialog: undefined })} />
      )}
    </>
  )
}

function sizeQuery(slug: string, id: string) {
  return queryOptions({
    queryKey: ['console', slug, 'customer', id, 'price-list'],
    queryFn: async ({ signal }) =>
      (
        await api.GET('/app-api/console/{slug}/customers/{id}/preview/price-list', {
          params: { path: { slug, id }, query: {} },
          signal,
        })
      ).data,
  })
}

/** Deletes the customer, for owners. The name has to be typed: its terms and buyers go too. */
function CustomerMenu({ customer }: { customer: Customer }) {
  const { slug, reasonNot } = useWorkspace()
  const { dialog } = route.useSearch()
  const navigate = route.useNavigate()
  const queryClient = useQueryClient()
  const change = useChangeSearch()
  const deleted = useRef(false)
  const { id, name } = customer
  const remove = async () => {
    await api.DELETE('/app-api/console/{slug}/customers/{id}', { params: { path: { slug, id } } })
    deleted.current = true
    notify(`${name} was deleted.`)
  }
  const close = () => {
    if (!deleted.current) return change({ dialog: undefined })
    void navigate({ to: '/w/$slug/customers', params: { slug } }).then(() => {
      queryClient.removeQueries({ queryKey: [...customersKey(slug), id] })
      return queryClient.invalidateQueries({ queryKey: customersKey(slug) })
    })
  }
  return (
    <>
      <MoreActions
        acts={[
          {
            label: 'Make a quote',
            reason: reasonNot('quotes') ?? reasonNotToOrder(customer),
            run: () => void navigate({ to: '/w/$slug/quotes/new', params: { slug }, search: { customer: id } }),
          },
          {
            label: 'Set contact',
            reason: reasonNot('customers'),
            run: () => change({ dialog: 'set-contact' }, { push: true }),
          },
          { label: 'Delete', reason: reasonNot('deletions'), run: () => change({ dialog: 'delete' }, { push: true }) },
        ]}
      />
      {dialog === 'set-contact' && (
        <ContactDialog
          subject={name}
          chosen={{ ids: [id] }}
          count={1}
          present={customer.contact?.id ?? null}
          onClose={() => change({ dialog: undefined })}
        />
      )}
      <ConfirmDialog
        opened={dialog === 'delete'}
        onClose={close}
        title={`Delete ${name}?`}
        effect={`${whatGoes(customer)} Its orders stay. This cannot be undone.`}
        confirmLabel="Delete customer"
        typedName={name}
        danger
        onConfirm={remove}
      />
    </>
  )
}

function whatGoes({ discountRules, agreedPriceCount, buyers }: Customer): string {
  const parts = [
    counted(discountRules.length, 'discount'),
    counted(agreedPriceCount, 'agreed price'),
    counted(buyers.length, 'buyer'),
  ]
  return `With it go ${parts.join(', ')}.`
}
