import { Badge, Button, Stack, Text } from '@mantine/core'
import { IconEye } from '@tabler/icons-react'
import { useSuspenseQuery } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { LeaveGuard } from '../../shared/leave-guard.tsx'
import { Page, useTab } from '../../shared/page.tsx'
import { usePaletteActions } from '../../shared/palette.tsx'
import { useChangeSearch } from '../../shared/search-params.ts'
import { BeginOrder } from '../orders/begin-order.tsx'
import { useWorkspace } from '../workspace-context.tsx'
import { AgreedPrices } from './agreed-prices.tsx'
import { BuyersTab } from './buyers-tab.tsx'
import { CustomerMenu } from './customer-menu.tsx'
import { customerQuery } from './customer-queries.ts'
import type { Customer } from './customer-queries.ts'
import { Discounts } from './discounts.tsx'
import { GroupOfCustomer } from './group-of-customer.tsx'
import { GroupPrices } from './group-prices.tsx'
import { customerAsOwner } from './terms-owner.ts'
import { HistoryTab } from './history-tab.tsx'
import { InactiveBadge } from './inactive-badge.tsx'
import { OrdersTab } from './orders-tab.tsx'
import { OverviewTab } from './overview-tab.tsx'
import { PriceListMenu } from './price-list-menu.tsx'
import { TermsTab } from './terms-tab.tsx'
import { useTermsDraft } from './use-terms-draft.ts'
import type { TermsDraft } from './use-terms-draft.ts'

const route = getRouteApi('/w/$slug/customers/$id')

const TABS = [
  { value: 'overview', label: 'Overview' },
  { value: 'terms', label: 'Terms' },
  { value: 'prices', label: 'Prices' },
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
  const { slug, reasonNot } = useWorkspace()
  const change = useChangeSearch()
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
      description={customer.accountCode && <Text span>Account {customer.accountCode}</Text>}
      crumbs={[{ label: 'Customers', link: { to: '/w/$slug/customers', params: { slug } } }]}
      actions={
        <>
          <BeginOrder
            label="Place an order"
            dialog="place-order"
            customer={customer}
            reason={reasonNot('write') ?? (customer.active ? null : 'The customer is not active.')}
            variant="filled"
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
          {customer.group && <GroupPrices group={customer.group} />}
        </Stack>
      )}
      {tab === 'buyers' && <BuyersTab customer={customer} />}
      {tab === 'orders' && <OrdersTab customer={customer} />}
      {tab === 'history' && <HistoryTab owner={customerAsOwner(customer)} />}
    </Page>
  )
}
