import { Group, Text } from '@mantine/core'
import { useMediaQuery } from '@mantine/hooks'
import { IconClipboardText, IconPlus, IconQuestionMark } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { useSearch } from '@tanstack/react-router'
import { DataTable } from '../../shared/data-table.tsx'
import { Empty } from '../../shared/empty.tsx'
import { FilterSelect } from '../../shared/filter-select.tsx'
import { Problem } from '../../shared/problem.tsx'
import { SearchBox } from '../../shared/search-box.tsx'
import { useChangeSearch } from '../../shared/search-params.ts'
import { ExportMenu } from '../exports/export-menu.tsx'
import { ActButton } from '../act-button.tsx'
import { useWorkspace } from '../workspace-context.tsx'
import { AgreedPriceDialog } from './agreed-price-dialog.tsx'
import { agreedPriceColumns } from './agreed-price-columns.tsx'
import { agreedPricesQuery } from './agreed-price-queries.ts'
import type { TermsOwner } from './terms-owner.ts'
import { PastePricesDialog } from './paste-prices-dialog.tsx'
import { RemoveAgreedPriceDialog } from './remove-agreed-price-dialog.tsx'
import { TabSection } from './tab-section.tsx'
import { TestPriceDialog } from './test-price-dialog.tsx'

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
              reason={writes ? reasonNot('write') : null}
              variant={dialog === 'add-agreed-price' ? 'filled' : 'default'}
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
