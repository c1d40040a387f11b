import { Text, TextInput } from '@mantine/core'
import { keepPreviousData, useQuery, useQueryClient } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { useState } from 'react'
import { api } from '../../shared/api.ts'
import { DataTable } from '../../shared/data-table.tsx'
import { GuardedButton } from '../../shared/disabled-reason.tsx'
import { Empty } from '../../shared/empty.tsx'
import { FormDialog } from '../../shared/form-dialog.tsx'
import { Problem } from '../../shared/problem.tsx'
import { pageWindow } from '../../shared/search-params.ts'
import { SearchSelect } from '../../shared/search-select.tsx'
import type { Choice } from '../../shared/search-select.tsx'
import { TextLink } from '../../shared/links.tsx'
import { notify, notifyFailure } from '../../shared/toasts.tsx'
import { throwProblems } from '../../shared/form.tsx'
import { useWorkspace } from '../workspace-context.tsx'
import { RowActions } from './agreed-price-columns.tsx'
import { customersKey } from './customer-queries.ts'
import type { Customer } from './customer-queries.ts'
import { useProductSearch } from '../choices.ts'
import { TabSection } from './tab-section.tsx'

const route = getRouteApi('/w/$slug/customers/$id')

/** What the customer calls products: its buyers find and order by these numbers. */
export function CodesTab({ customer: { id, name } }: { customer: Customer }) {
  const { slug, reasonNot } = useWorkspace()
  const { page } = route.useSearch()
  const queryClient = useQueryClient()
  const [isAdding, setAdding] = useState(false)
  const params = { path: { slug, id } }
  const queryKey = [...customersKey(slug), id, 'codes']
  const query = pageWindow(page)
  const { data, error, refetch, isPlaceholderData } = useQuery({
    queryKey: [...queryKey, query],
    queryFn: ({ signal }) =>
      api.GET('/app-api/console/{slug}/customers/{id}/codes', { params: { ...params, query }, signal }),
    placeholderData: keepPreviousData,
  })
  const set = async (sku: string, code: string | null) => {
    await api.PUT('/app-api/console/{slug}/customers/{id}/codes', { params, body: { codes: [{ sku, code }] } })
    await queryClient.invalidateQueries({ queryKey })
    notify(code === null ? `The part number of ${sku} is removed.` : `${sku} is ${code} for ${name}.`)
  }
  return (
    <TabSection
      title="Part numbers"
      description={`What ${name} calls products. Its buyers find and order by these numbers, and orders show them.`}
      actions={
        <GuardedButton reason={reasonNot('customers')} variant="default" onClick={() => setAdding(true)}>
          Add part number
        </GuardedButton>
      }
    >
      <Problem error={error} retry={() => void refetch()} />
      <DataTable
        label="Part numbers"
        columns={[
          { key: 'code', header: 'Part number', cell: ({ code }) => code },
          {
            key: 'product',
            header: 'Product',
            wraps: true,
            cell: (row) => (
              <>
                <TextLink inherit to="/w/$slug/products/$id" params={{ slug, id: row.productId }}>
                  {row.sku}
                </TextLink>
                <Text size="sm" c="dimmed">
                  {row.name}
                </Text>
              </>
            ),
          },
          {
            key: 'acts',
            header: 'Actions',
            align: 'end',
            cell: ({ sku, code }) => (
              <RowActions
                of={code}
                right="customers"
                acts={[{ label: 'Remove', run: () => void set(sku, null).catch(notifyFailure) }]}
              />
            ),
          },
        ]}
        rows={data?.data}
        rowKey={({ productId }) => productId}
        isStale={isPlaceholderData}
        empty={<Empty title="No part numbers yet">Add one, or send them by the API.</Empty>}
        pager={{ nextOffset: data?.nextOffset }}
      />
      {isAdding && <AddCode onClose={() => setAdding(false)} onSave={set} />}
    </TabSection>
  )
}

function AddCode({ onClose, onSave }: { onClose: () => void; onSave: (sku: string, code: string) => Promise<void> }) {
  const { slug } = useWorkspace()
  const search = useProductSearch()
  const [product, setProduct] = useState<Choice | null>(null)
  const [code, setCode] = useState('')
  const save = async () => {
    throwProblems({
      sku: product ? undefined : 'Choose a product.',
      code: code.trim() === '' ? 'Write what the customer calls it.' : undefined,
    })
    await onSave(product!.value, code.trim())
  }
  return (
    <FormDialog onClose={onClose} title="Add part number" onSubmit={save}>
      {(fieldError) => (
        <>
          <SearchSelect
            label="Product"
            required
            value={product}
            onChange={setProduct}
            searchKey={['products', slug]}
            search={search}
            placeholder="SKU or words"
            error={fieldError('sku') ?? fieldError('codes.0.sku')}
          />
          <TextInput
            label="Part number"
            required
            maxLength={64}
            autoComplete="off"
            value={code}
            onChange={(event) => setCode(event.currentTarget.value)}
            error={fieldError('code') ?? fieldError('codes.0.code')}
          />
        </>
      )}
    </FormDialog>
  )
}
