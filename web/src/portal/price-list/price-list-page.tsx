import { Alert, Anchor, Group, Text } from '@mantine/core'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { useState } from 'react'
import { dateInWords } from '../../../../server/src/shared/moment-in-words.ts'
import { isDay } from '../../../../server/src/shared/read-day.ts'
import { ApiError } from '../../shared/api.ts'
import { DateInput } from '../../shared/date-input.tsx'
import { FilterSelect } from '../../shared/filter-select.tsx'
import { Page } from '../../shared/page.tsx'
import { Problem } from '../../shared/problem.tsx'
import { useChangeSearch } from '../../shared/search-params.ts'
import { groupsQuery } from '../catalogue/product-queries.ts'
import { usePortal } from '../portal-context.tsx'
import { preview } from '../preview.ts'
import { priceListSizeQuery } from './price-list-size-query.ts'

const route = getRouteApi('/t/$slug/price-list')

type Format = 'csv' | 'xlsx' | 'pdf'

/** The customer's own prices as a file. */
export function PriceListPage() {
  const { slug, me, customer, currency, taxLabel } = usePortal()
  const filter = route.useSearch()
  const { data: groups } = useQuery(groupsQuery(slug, filter))
  const sizeOf = useQuery({ ...priceListSizeQuery(slug, filter), placeholderData: keepPreviousData })
  const { data: size, isPending, error } = sizeOf
  const refused = error instanceof ApiError ? error.issues.find(({ path }) => path === 'date')?.message : undefined
  const isLong = size !== undefined && size.pages > size.maxPages
  const on = filter.date && isDay(filter.date) ? `at the start of ${dateInWords(filter.date, 'UTC')}` : 'today'
  const pages = size?.pages.toLocaleString('en')
  const link = (label: string, format: Format, further = {}) => (
    <Anchor
      href={address(slug, format, { ...filter, ...further, ...(!preview && { buyer: me.id }) })}
      download
      className="standalone-link"
    >
      {label}
    </Anchor>
  )
  return (
    <Page title="Price list" description={`The prices of ${customer.name} ${on}, in ${currency}, ${taxLabel}.`}>
      <Text mb="md">
        Each file has every product that you can order, with its unit, your price and the quantity breaks. It is made
        while it downloads. CSV and Excel are order forms, too: write how many you want in the column “Quantity”, and
        give the file to Quick order.
      </Text>
      <Group gap="sm" mb="md" align="flex-end">
        <AsOf value={filter.date} refused={refused} />
        <FilterSelect label="Brand" param="brand" data={choices(groups?.brands)} />
        <FilterSelect label="Category" param="category" data={choices(groups?.categories)} />
      </Group>
      <Problem error={refused ? null : error} retry={() => void sizeOf.refetch()} />
      {!error && (
        <Group gap="lg">
          {link('CSV', 'csv')}
          {link('Excel', 'xlsx')}
          {!isPending && !isLong && link('PDF', 'pdf')}
          {size?.mayHavePictures && link('With pictures', 'pdf', { pictures: 'true' })}
        </Group>
      )}
      {isLong && !error && (
        <Alert mt="md" maw={560} title={`The PDF would have about ${pages} pages`}>
          <Text size="sm">Choose a brand or a category first. Or download it as it is:</Text>
          {link(`PDF of ${pages} pages`, 'pdf')}
        </Alert>
      )}
    </Page>
  )
}

/** The day of the prices. What is typed is asked for once it is a day. */
function AsOf({ value = '', refused }: { value: string | undefined; refused: string | undefined }) {
  const change = useChangeSearch()
  const [typed, setTyped] = useState(value)
  return (
    <DateInput
      label="As of"
      description="Leave blank for today's prices. Products and names are always those of today."
      value={typed}
      error={typed === value ? refused : undefined}
      onChange={(text) => {
        setTyped(text)
        if (text === '' || isDay(text)) change({ date: text || undefined })
      }}
      w={{ base: '100%', xs: 320 }}
    />
  )
}

function address(slug: string, format: Format, choice: Record<string, string>): string {
  const query = new URLSearchParams({ ...choice, ...(preview && { format }) })
  const path = preview ? `${preview.customerApi}/price-list` : `/app-api/portal/${slug}/price-list.${format}`
  return query.size > 0 ? `${path}?${query}` : path
}

function choices(groups: { id: string; name: string }[] = []) {
  return groups.map(({ id, name }) => ({ value: id, label: name }))
}
