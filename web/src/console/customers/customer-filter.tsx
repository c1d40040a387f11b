import { useQuery } from '@tanstack/react-query'
import { api } from '../../shared/api.ts'
import { SearchSelect } from '../../shared/search-select.tsx'
import { useSearchParam } from '../../shared/search-params.ts'
import { useWorkspace } from '../workspace-context.tsx'
import { searchCustomers } from '../choices.ts'

type CustomerFilterProps = { label: string; placeholder: string }

/** The customer in the address. */
export function CustomerFilter({ label, placeholder }: CustomerFilterProps) {
  const { slug } = useWorkspace()
  const [id, change] = useSearchParam('customer')
  const { data } = useQuery({
    queryKey: ['console', slug, 'customer-name', id],
    queryFn: async ({ signal }) => {
      const params = { path: { slug, id } }
      return (await api.GET('/app-api/console/{slug}/customers/{id}', { params, signal })).data.name
    },
    enabled: id !== '',
  })
  return (
    <SearchSelect
      label={label}
      placeholder={placeholder}
      value={id === '' ? null : { value: id, label: data ?? '…' }}
      onChange={(choice) => change(choice?.value ?? null)}
      searchKey={[slug, 'customers']}
      search={(text, signal) => searchCustomers(slug, text, signal)}
    />
  )
}
