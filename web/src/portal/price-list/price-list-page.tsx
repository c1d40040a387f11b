import { Alert, Button, Group, Text } from '@mantine/core'
import { IconDownload } from '@tabler/icons-react'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { useState } from 'react'
import { counted } from '../../../../server/src/shared/counted.ts'
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
import styles from './price-list.module.css'
import { priceListSizeQuery } from '../queries.ts'

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
  const products = size && `About ${counted(size.products, 'product')}`
  const file = (label: string, format: Format, said: string | undefined, further = {}) => (
    <li>
      <Button
        component="a"
        href={address(slug, format, { ...filter, ...further, ...(!preview && { buyer: me.id }) })}
        download
        variant="default"
        leftSection={<IconDownload size={18} stroke={1.6} aria-hidden />}
      >
        {label}
      </Button>
      <Text size="sm" c="dimmed">
        {said ?? '…'}
      </Text>
    </li>
  )
  return (
    <Page title="Price list" description={`The prices of ${customer.name} ${on}, in ${currency}, ${taxLabel}.`}>
      <Text mb="md">
        Every product that you can order, with its unit, your price and its quantity breaks. CSV and Excel are order
        forms, too: fill in “Quantity”, and give the file to Quick order.
      </Text>
      <Problem error={refused ? null : error} retry={() => void sizeOf.refetch()} />
      {!error && (
        <ul className={styles.files} aria-label="Files">
          {file('CSV', 'csv', products)}
          {file('Excel', 'xlsx', products)}
          {!isPending && !isLong && file('PDF', 'pdf', `About ${counted(size!.pages, 'page')}`)}
          {size?.mayHavePictures &&
            file('With pictures', 'pdf', 'The PDF with a picture of each', { pictures: 'true' })}
        </ul>
      )}
      {isLong && !error && (
        <Alert mb="md" maw={560} title={`The PDF would have about ${pages} pages`}>
          <Text size="sm" mb="xs">
            Choose a brand or a category below first. Or download it as it is:
          </Text>
          <ul className={styles.files}>{file(`PDF of ${pages} pages`, 'pdf', 'This takes a while.')}</ul>
        </Alert>
      )}
      <Group gap="sm" align="flex-end">
        <FilterSelect label="Brand" param="brand" data={choices(groups?.brands)} />
        <FilterSelect label="Category" param="category" data={choices(groups?.categories)} />
        <AsOf value={filter.date} refused={refused} />
      </Group>
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
