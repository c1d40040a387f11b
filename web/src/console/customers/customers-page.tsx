import { Text, TextInput } from '@mantine/core'
import { IconPlus } from '@tabler/icons-react'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { parseSort, sortText, useSelection } from '../../shared/list.ts'
import type { Column, Selection } from '../../shared/list.ts'
import { DataTable } from '../../shared/data-table.tsx'
import { Empty } from '../../shared/empty.tsx'
import { FilterSelect } from '../../shared/filter-select.tsx'
import { formatMoney } from '../../shared/money.tsx'
import { Page } from '../../shared/page.tsx'
import { Problem } from '../../shared/problem.tsx'
import { RelativeTime } from '../../shared/relative-time.tsx'
import { useChangeSearch } from '../../shared/search-params.ts'
import { ExportMenu } from '../exports/export-menu.tsx'
import { ActButton, BulkMenu } from '../acts.tsx'
import { ListBar } from '../lists/list-bar.tsx'
import { useColumns } from '../lists/use-columns.ts'
import { mine } from '../lists/view-queries.ts'
import { useCountedViews, ViewTabs } from '../lists/view-tabs.tsx'
import { useWorkspace } from '../workspace-context.tsx'
import { groupsQuery } from '../groups/group-queries.ts'
import { ContactDialog, ContactFilter } from './contacts.tsx'
import { BY_NAME, countCustomers, customersQuery, filterOf, customersKey } from './customer-queries.ts'
import type { CustomersFilter } from './customer-queries.ts'
import { PriceListDialog } from './price-list-dialog.tsx'
import { InactiveBadge } from './tab-section.tsx'
import { useRef, useState } from 'react'
import { api } from '../../shared/api.ts'
import { FormDialog, ConfirmDialog } from '../../shared/form-dialog.tsx'
import { throwProblems, useTexts } from '../../shared/form.tsx'
import { counted } from '../../../../server/src/shared/counted.ts'
import { GroupDialog, useEditCustomers } from '../groups/group-dialog.tsx'
import { readQuantity } from '../../../../server/src/shared/order-quantity.ts'
import type { ChosenCustomers } from '../groups/group-dialog.tsx'

const route = getRouteApi('/w/$slug/customers')

type Row = {
  id: string
  name: string
  accountCode: string | null
  email: string | null
  active: boolean
  group: { name: string } | null
  contact: { name: string } | null
  lastOrderAt: string | null
  turnover: number
} & Counts
type Counts = { discountCount: number; agreedPriceCount: number; buyerCount: number }

const columnsIn = ({ currency, timezone }: { currency: string; timezone: string }): Column<Row>[] => [
  { key: 'name', header: 'Name', sortable: true, cell: ({ name }) => name, card: { at: 'title' } },
  {
    key: 'accountCode',
    header: 'Account code',
    sortable: true,
    cell: ({ accountCode }) => accountCode ?? '–',
    card: { at: 'detail' },
  },
  { key: 'email', header: 'E-mail', sortable: true, from: 'md', cell: ({ email }) => email ?? '–' },
  { key: 'group', header: 'Group', from: 'sm', cell: ({ group }) => group?.name ?? '–' },
  { key: 'contact', header: 'Contact', isExtra: true, cell: ({ contact }) => contact?.name ?? '–' },
  {
    key: 'lastOrder',
    header: 'Last order',
    from: 'sm',
    cell: ({ lastOrderAt }) => (lastOrderAt ? <RelativeTime at={lastOrderAt} timezone={timezone} /> : '–'),
  },
  {
    key: 'turnover',
    header: '12 months',
    align: 'end',
    from: 'sm',
    cell: ({ turnover }) => formatMoney(turnover, currency),
    card: { at: 'figure' },
  },
  { key: 'discounts', header: 'Discounts', align: 'end', from: 'lg', cell: (row) => figure(row.discountCount) },
  { key: 'agreed', header: 'Agreed prices', align: 'end', isExtra: true, cell: (row) => figure(row.agreedPriceCount) },
  { key: 'buyers', header: 'Buyers', align: 'end', isExtra: true, cell: (row) => figure(row.buyerCount) },
  {
    key: 'active',
    header: 'Active',
    cell: ({ active }) => (active ? 'Yes' : <InactiveBadge />),
    card: { at: 'state', cell: ({ active }) => !active && <InactiveBadge /> },
  },
]

function figure(count: number): string {
  return count.toLocaleString('en')
}

function groupChoices(groups: { id: string; name: string }[]) {
  return [...groups.map(({ id, name }) => ({ value: id, label: name })), { value: 'none', label: 'None' }]
}

const FILTERS = ['active', 'group', 'contact']
const ACTIVE = [
  { value: 'true', label: 'Active' },
  { value: 'false', label: 'Inactive' },
]

/** All customers: found by words, sorted, a page at a time. */
export function CustomersPage() {
  const { slug, currency, timezone, me, may, reasonNot } = useWorkspace()
  const search = route.useSearch()
  const navigate = route.useNavigate()
  const change = useChangeSearch()
  const { data, error, refetch, isPlaceholderData } = useQuery(customersQuery(slug, search))
  const { data: groups = [] } = useQuery({ ...groupsQuery(slug), enabled: may('all') })
  const filter = filterOf(search)
  const selection = useSelection(filter, data?.total ?? 0)
  const { shown, ...columns } = useColumns('customers', columnsIn({ currency, timezone }))
  const views = useCountedViews('customers', (view) => countCustomers(slug, view), mine(me))
  const openDialog = (dialog: string | undefined) =>
    change({ dialog, page: search.page }, { push: dialog !== undefined })
  const isFiltered = Object.keys(filter).length > 0
  return (
    <Page
      title="Customers"
      beside={<Text c="dimmed">{data && counted(data.total, 'customer')}</Text>}
      actions={
        <>
          <ExportMenu
            label="Export"
            href={`/app-api/console/${slug}/customers/export`}
            query={filter}
            action={{
              label: 'Price lists …',
              run: () => change({ dialog: 'price-lists', page: search.page }, { push: true }),
            }}
            further={{ label: 'Discounts', href: `/app-api/console/${slug}/customers/discounts/export` }}
          />
          {may('all') && (
            <BulkActions selection={selection} filter={filter} dialog={search.dialog} openDialog={openDialog} />
          )}
          {may('all') && (
            <ActButton
              label="Add customer"
              reason={reasonNot('customers')}
              leftSection={<IconPlus size={16} />}
              run={() => openDialog('add-customer')}
            />
          )}
        </>
      }
    >
      <ViewTabs list="customers" views={views} columns={columns} params={FILTERS} />
      <ListBar searchLabel="Search customers" params={FILTERS}>
        <FilterSelect label="Active" param="active" data={ACTIVE} />
        {groups.length > 0 && <FilterSelect label="Group" param="group" data={groupChoices(groups)} />}
        {may('all') && <ContactFilter />}
      </ListBar>
      <Problem error={error} retry={() => void refetch()} />
      <DataTable<Row>
        label="Customers"
        columns={shown}
        onWiden={columns.widen}
        rows={data?.data}
        rowKey={({ id }) => id}
        rowLabel={({ name }) => name}
        rowLink={({ id }) => ({ to: '/w/$slug/customers/$id', params: { slug, id } })}
        isStale={isPlaceholderData}
        sort={parseSort(search.sort, BY_NAME)}
        {...(may('all') && { selection })}
        onSort={(sort) => change({ sort: sortText(sort) })}
        empty={
          isFiltered ? (
            <Empty title="No customer matches">
              <Text span>Try fewer words, a part of the name, the account code or the e-mail.</Text>
            </Empty>
          ) : (
            <Empty title="No customers yet">
              {may('all')
                ? 'Customers come from your ERP through the API, or are added here. Each has its own terms, prices and buyers.'
                : 'You see the customers whose contact you are. An owner or a manager sets the contact on the page of a customer.'}
            </Empty>
          )
        }
        pager={{ total: data?.total, nextOffset: data?.nextOffset }}
      />
      {search.dialog === 'price-lists' && (
        <PriceListDialog onClose={() => change({ dialog: undefined, page: search.page })} />
      )}
      {search.dialog === 'add-customer' && (
        <AddCustomerDialog
          onClose={() => openDialog(undefined)}
          onAdded={(id) => void navigate({ to: '/w/$slug/customers/$id', params: { slug, id } })}
        />
      )}
    </Page>
  )
}

type AddCustomerProps = { onClose: () => void; onAdded: (id: string) => void }

/** Asks for what a customer needs at least; the rest is filled in on its page, which opens then. */
function AddCustomerDialog({ onClose, onAdded }: AddCustomerProps) {
  const { slug } = useWorkspace()
  const queryClient = useQueryClient()
  const added = useRef<string>(undefined)
  const { texts, field } = useTexts({ name: '', accountCode: '', email: '' })
  const add = async () => {
    throwProblems({ name: texts.name.trim() === '' ? 'Give the customer a name.' : undefined })
    const { data } = await api.POST('/app-api/console/{slug}/customers', {
      params: { path: { slug } },
      body: texts,
    })
    void queryClient.invalidateQueries({ queryKey: customersKey(slug) })
    added.current = data.id
  }
  const close = () => (added.current === undefined ? onClose() : onAdded(added.current))
  return (
    <FormDialog onClose={close} title="Add customer" onSubmit={add}>
      {(fieldError) => (
        <>
          <TextInput label="Name" required {...field('name', fieldError)} autoComplete="off" />
          <TextInput
            label="Account code"
            description="Unique; your ERP finds the customer by it."
            {...field('accountCode', fieldError)}
            autoComplete="off"
          />
          <TextInput label="E-mail" type="email" {...field('email', fieldError)} autoComplete="off" />
        </>
      )}
    </FormDialog>
  )
}

type BulkActionsProps = {
  selection: Selection
  filter: CustomersFilter
  /** The open dialog, in the address. */
  dialog: string | undefined
  openDialog: (dialog: string | undefined) => void
}

const ACTS = [
  { id: 'set-group', label: 'Set group', needs: 'terms' },
  { id: 'activate', label: 'Make active', needs: 'customers' },
  { id: 'deactivate', label: 'Make inactive', needs: 'customers' },
  { id: 'payment-terms', label: 'Set payment terms', needs: 'customers' },
  { id: 'set-contact', label: 'Set contact', needs: 'customers' },
] as const

/** What can be done with all chosen customers, each in a dialog that says its effect first. */
function BulkActions({ selection, filter, dialog, openDialog }: BulkActionsProps) {
  const { reasonNot, may } = useWorkspace()
  const { count, everything, keys } = selection
  const reason = reasonNot(['customers', 'terms']) ?? (count === 0 ? 'Choose customers in the list first.' : null)
  const { active, ...texts } = filter
  const toSend = { ...texts, ...(active && { active: active === 'true' }) }
  const chosen = everything ? { filter: toSend, expected: count } : { ids: [...keys] }
  const shared = { chosen, count, onClose: () => openDialog(undefined), onDone: selection.clear }
  return (
    <>
      <BulkMenu reason={reason} acts={ACTS.filter(({ needs }) => may(needs))} onChoose={openDialog} />
      {count > 0 && dialog === 'set-group' && (
        <GroupDialog title="Set group" subject={counted(count, 'customer')} {...shared} />
      )}
      {count > 0 && dialog === 'activate' && <BulkActiveDialog active {...shared} />}
      {count > 0 && dialog === 'deactivate' && <BulkActiveDialog active={false} {...shared} />}
      {count > 0 && dialog === 'payment-terms' && <BulkPaymentDialog {...shared} />}
      {count > 0 && dialog === 'set-contact' && <ContactDialog subject={counted(count, 'customer')} {...shared} />}
    </>
  )
}

type BulkDialogProps = { chosen: ChosenCustomers; count: number; onClose: () => void; onDone: () => void }

/** More customers than these ask for their number to be typed. */
const TYPED_FROM = 1_000

/** Makes the chosen customers active or inactive. */
function BulkActiveDialog({ active, chosen, count, onClose, onDone }: BulkDialogProps & { active: boolean }) {
  const edit = useEditCustomers()
  const customers = counted(count, 'customer')
  const label = active ? 'Make active' : 'Make inactive'
  const save = async () => {
    await edit(chosen, { field: 'active', value: active }, { done: `${label}: ${customers}.` })
    onDone()
  }
  return (
    <ConfirmDialog
      onClose={onClose}
      title={`${label}: ${customers}`}
      confirmLabel={`${label}: ${customers}`}
      effect={
        <Text>
          {active
            ? 'Their buyers can sign in and order.'
            : 'Their buyers can no longer order. Price changes do not count them as payers.'}{' '}
          No price moves. It can be undone for a day.
        </Text>
      }
      typedName={count > TYPED_FROM ? String(count) : undefined}
      onConfirm={save}
    />
  )
}

const MAX_DAYS = 3_650

/** Gives the chosen customers the same payment terms. */
function BulkPaymentDialog({ chosen, count, onClose, onDone }: BulkDialogProps) {
  const edit = useEditCustomers()
  const [text, setText] = useState('')
  const days = text.trim() === '' ? null : readQuantity(text, { least: 0, most: MAX_DAYS })
  const customers = counted(count, 'customer')
  const save = async () => {
    throwProblems({ 'change.value': days?.reason && 'Write a whole number of days, such as 30.' })
    const value = days?.value ?? null
    const words = value === null ? 'no payment terms' : `payment within ${counted(value, 'day')}`
    await edit(chosen, { field: 'paymentTermsDays', value }, { done: `${customers}: ${words}.` })
    onDone()
  }
  return (
    <ConfirmDialog
      onClose={onClose}
      title={`Set payment terms of ${customers}`}
      confirmLabel="Set payment terms"
      effect={<Text>This changes {customers}. No price moves. It can be undone for a day.</Text>}
      typedName={count > TYPED_FROM ? String(count) : undefined}
      onConfirm={save}
    >
      {(fieldError) => (
        <TextInput
          label="Payment terms"
          description="Days until an invoice is due. Blank: none"
          inputMode="numeric"
          value={text}
          onChange={(event) => setText(event.currentTarget.value)}
          error={fieldError('change.value')}
          autoComplete="off"
        />
      )}
    </ConfirmDialog>
  )
}
