import { Group, Text, Button, SimpleGrid, Stack, TextInput } from '@mantine/core'
import { useMediaQuery } from '@mantine/hooks'
import { IconClipboardText, IconPlus, IconQuestionMark } from '@tabler/icons-react'
import { useQuery, useQueryClient, keepPreviousData } from '@tanstack/react-query'
import { useState } from 'react'
import type { ReactNode } from 'react'
import { useSearch } from '@tanstack/react-router'
import { DataTable } from '../../shared/data-table.tsx'
import { Empty } from '../../shared/empty.tsx'
import { FilterSelect } from '../../shared/filter-select.tsx'
import { Problem } from '../../shared/problem.tsx'
import { SearchBox } from '../../shared/search-box.tsx'
import { useChangeSearch } from '../../shared/search-params.ts'
import { ExportMenu } from '../exports/export-menu.tsx'
import { ActButton } from '../acts.tsx'
import { useWorkspace } from '../workspace-context.tsx'
import { AgreedPriceDialog } from './agreed-price-dialog.tsx'
import { agreedPriceColumns, periodWords } from './agreed-price-columns.tsx'
import type { AgreedPrice } from './agreed-price-columns.tsx'
import { agreedPricesQuery, ownerKey, refreshTerms } from './terms-owner.ts'
import type { TermsOwner } from './terms-owner.ts'
import { PastePricesDialog } from './paste-prices-dialog.tsx'
import { TabSection } from './tab-section.tsx'
import { api, dataQuery } from '../../shared/api.ts'
import { ConfirmDialog } from '../../shared/form-dialog.tsx'
import { formatMoney } from '../../shared/money.tsx'
import { notifyWithUndo } from '../../shared/toasts.tsx'
import { isLargeImpactOfGroup, ImpactText, Effect } from './effect.tsx'
import { Dialog, useFocusReturn } from '../../shared/dialog.tsx'
import { DateInput } from '../../shared/date-input.tsx'
import { isDay } from '../../../../server/src/shared/read-day.ts'
import { parseQuantity } from '../../shared/quantity.ts'
import { SearchSelect } from '../../shared/search-select.tsx'
import type { Choice } from '../../shared/search-select.tsx'
import { useRested } from '../use-rested.ts'
import { customersKey } from './customer-queries.ts'
import type { Customer } from './customer-queries.ts'
import { useProductSearch } from '../choices.ts'
import { TextLink } from '../../shared/links.tsx'

const PERIODS = [
  { value: 'current', label: 'Now' },
  { value: 'future', label: 'To come' },
  { value: 'past', label: 'Ended' },
]

/** The prices agreed with a customer or price group for single products: thousands at most, so a page at a time. */
export function AgreedPrices({ owner, description }: { owner: TermsOwner; description: ReactNode }) {
  const { slug, currency, reasonNot } = useWorkspace()
  const isNarrow = useMediaQuery('(max-width: 47.99em)', false, { getInitialValueInEffect: false })
  const search = useSearch({ strict: false })
  const change = useChangeSearch()
  const { data, error, refetch, isPlaceholderData } = useQuery(agreedPricesQuery(slug, owner, search))
  const open = (dialog: string) => change({ dialog, page: search.page }, { push: true })
  const close = () => change({ dialog: undefined, page: search.page })
  const [act, id] = (search.dialog ?? '').split('.')
  const chosen = data?.data.find((price) => price.id === id)
  const isCustomer = owner.kind === 'customers'
  const acts = [
    { dialog: 'add-agreed-price', label: 'Add agreed price', icon: <IconPlus size={16} />, writes: true },
    { dialog: 'paste-prices', label: 'Paste prices', icon: <IconClipboardText size={16} />, writes: true },
    ...(isCustomer
      ? [{ dialog: 'test-price', label: 'Test a price', icon: <IconQuestionMark size={16} />, writes: false }]
      : []),
  ]
  const isFiltered = Boolean(search.q || search.period)
  return (
    <TabSection
      title="Agreed prices"
      description={description}
      actions={
        <>
          {acts.map(({ dialog, label, icon, writes }) => (
            <ActButton
              key={dialog}
              label={label}
              reason={writes ? reasonNot('terms') : null}
              variant="default"
              leftSection={icon}
              run={() => open(dialog)}
            />
          ))}
          {isCustomer && owner.agreedPriceCount > 0 && (
            <ExportMenu label="Export" href={`/app-api/console/${slug}/customers/${owner.id}/agreed-prices/export`} />
          )}
        </>
      }
    >
      {(owner.agreedPriceCount > 0 || isFiltered) && (
        <Group align="flex-end" mb="md" gap="sm">
          <SearchBox label="Search agreed prices" />
          <FilterSelect label="Applies" param="period" data={PERIODS} />
        </Group>
      )}
      <Problem error={error} retry={() => void refetch()} />
      <DataTable
        label="Agreed prices"
        columns={agreedPriceColumns({ slug, currency, isNarrow, open })}
        rows={data?.data}
        rowKey={(price) => price.id}
        isStale={isPlaceholderData}
        empty={
          <Empty title={isFiltered ? 'No agreed price matches' : 'No agreed prices'}>
            <Text span>
              {isFiltered
                ? 'Try fewer words, or prices of any time.'
                : 'Add one, or paste many from a spreadsheet: SKU, price, from quantity, start and end.'}
            </Text>
          </Empty>
        }
        pager={{ total: data?.total, nextOffset: data?.nextOffset }}
      />
      {act === 'add-agreed-price' && <AgreedPriceDialog owner={owner} onClose={close} />}
      {act === 'change-price' && chosen && <AgreedPriceDialog owner={owner} price={chosen} onClose={close} />}
      {act === 'remove-price' && chosen && <RemoveAgreedPriceDialog owner={owner} price={chosen} onClose={close} />}
      {act === 'paste-prices' && <PastePricesDialog owner={owner} onClose={close} />}
      {act === 'test-price' && isCustomer && <TestPriceDialog customer={owner} onClose={close} />}
    </TabSection>
  )
}

type RemoveAgreedPriceProps = { owner: TermsOwner; price: AgreedPrice; onClose: () => void }

/** Asks before an agreed price goes. It can be undone. */
function RemoveAgreedPriceDialog({ owner, price, onClose }: RemoveAgreedPriceProps) {
  const { slug, currency } = useWorkspace()
  const queryClient = useQueryClient()
  const { id, sku, unit, minQty, startsOn, endsOn, version } = price
  const refresh = () => refreshTerms(queryClient, slug)
  const isGroup = owner.kind === 'price-groups'
  const { data: moves, error } = useQuery({ ...removalQuery(slug, owner, price), enabled: isGroup })
  const remove = async () => {
    await api
      .DELETE('/app-api/console/{slug}/agreed-prices/{id}', { params: { path: { slug, id }, query: { version } } })
      .finally(refresh)
    notifyWithUndo(`The agreed price of ${sku} was removed.`, async () => {
      await api.POST(`/app-api/console/{slug}/${owner.kind}/{id}/agreed-prices`, {
        params: { path: { slug, id: owner.id } },
        body: { sku, unit, minQty, startsOn, endsOn, endPrevious: false },
      })
      await refresh()
    })
  }
  return (
    <ConfirmDialog
      onClose={onClose}
      title={`Remove ${sku} from ${minQty}`}
      effect={
        <>
          <Text>
            {formatMoney(unit, currency)} for {price.name} {periodWords(price)}:{' '}
            {isGroup ? `customers of ${owner.name} then pay` : `${owner.name} then pays`} what other terms and the list
            price give.
          </Text>
          {isGroup && (
            <Effect {...(error ? { error } : moves === undefined && { waiting: 'Working out what it changes …' })}>
              {moves !== undefined && <ImpactText moves={moves} />}
            </Effect>
          )}
        </>
      }
      typedName={moves && isLargeImpactOfGroup(moves) ? owner.name : undefined}
      disabled={isGroup && moves === undefined}
      danger
      onConfirm={remove}
    />
  )
}

/** The question what the removal of a price group's agreed price would do to its customers. */
function removalQuery(slug: string, owner: TermsOwner, { id: price, sku }: AgreedPrice) {
  return dataQuery(
    [...ownerKey(slug, owner), 'agreed-price-removal', price],
    '/app-api/console/{slug}/price-groups/{id}/agreed-prices/removal',
    { path: { slug, id: owner.id }, query: { sku, price } },
    { gcTime: 0 },
  )
}

/** Answers "what do they pay for 24 of this on 5 January?", while it is typed. */
function TestPriceDialog({ customer, onClose }: { customer: Pick<Customer, 'id' | 'name'>; onClose: () => void }) {
  useFocusReturn()
  const searchProducts = useProductSearch('id')
  const { slug } = useWorkspace()
  const [product, setProduct] = useState<Choice | null>(null)
  const [qty, setQty] = useState('1')
  const [date, setDate] = useState('')
  const quantity = parseQuantity(qty)
  const isValid = quantity.value !== undefined && (date === '' || isDay(date))
  const asked = product && isValid ? { product: product.value, qty: quantity.value, ...(date && { date }) } : null
  return (
    <Dialog opened onClose={onClose} title={`Test a price for ${customer.name}`} size="lg">
      <Stack gap="sm">
        <SearchSelect
          label="Product"
          value={product}
          onChange={setProduct}
          searchKey={['products', slug, 'id']}
          search={searchProducts}
          placeholder="SKU or words"
        />
        <SimpleGrid cols={{ base: 1, xs: 2 }}>
          <TextInput
            label="Quantity"
            inputMode="numeric"
            value={qty}
            onChange={(event) => setQty(event.currentTarget.value)}
            error={quantity.problem}
            autoComplete="off"
          />
          <DateInput label="Date" value={date} onChange={setDate} placeholder="Today" />
        </SimpleGrid>
        <TestedPrice customer={customer} asked={asked} />
        <Group justify="flex-end">
          <Button variant="default" onClick={onClose}>
            Close
          </Button>
        </Group>
      </Stack>
    </Dialog>
  )
}

type Asked = { product: string; qty: number; date?: string }
const NOTHING: Asked = { product: '', qty: 1 }

function TestedPrice({ customer, asked }: { customer: Pick<Customer, 'id' | 'name'>; asked: Asked | null }) {
  const { slug, currency, taxLabel } = useWorkspace()
  const { rested } = useRested(asked)
  const { data, error } = useQuery(
    dataQuery(
      [...customersKey(slug), customer.id, 'tested-price', rested],
      '/app-api/console/{slug}/prices',
      { path: { slug }, query: { customer: customer.id, ...(rested ?? NOTHING) } },
      { enabled: asked !== null && rested !== null, placeholderData: keepPreviousData },
    ),
  )
  if (asked === null) return <Effect label="The price" waiting="Choose a product to see its price." />
  if (error) return <Effect label="The price" error={error} />
  if (!data) return <Effect label="The price" waiting="Looking up the price …" />
  return (
    <Effect label="The price">
      <Text size="xl" fw={650}>
        {formatMoney(data.price.unit, currency)}
        <Text span size="sm" c="dimmed">
          {' '}
          each {taxLabel}, {formatMoney(data.price.line, currency)} in all
        </Text>
      </Text>
      <Text size="sm">{data.words}</Text>
      <TextLink size="sm" to="/w/$slug/prices" params={{ slug }} search={{ customer: customer.id, ...searchOf(asked) }}>
        Every price that was considered
      </TextLink>
    </Effect>
  )
}

/** What is asked, as the address of "Explain a price" has it. */
function searchOf({ product, qty, date }: Asked): Record<string, string> {
  return { product, quantity: String(qty), ...(date && { date }) }
}
