import { useQuery } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import type { RefObject } from 'react'
import { api } from '../../shared/api.ts'
import { useSearchParam } from '../../shared/search-params.ts'
import { SearchSelect } from '../../shared/search-select.tsx'
import type { Choice } from '../../shared/search-select.tsx'
import { searchCustomers } from '../choices.ts'
import { useWorkspace } from '../workspace-context.tsx'
import styles from './place-order.module.css'

type CustomerFieldProps = {
  value: Choice | null
  onChange: (customer: Choice | null) => void
  /** Where typing goes on. */
  productField: RefObject<HTMLInputElement | null>
}

/** Who orders. Typing begins here, and goes on with the lines once the customer is chosen. */
export function CustomerField({ value, onChange, productField }: CustomerFieldProps) {
  const { slug } = useWorkspace()
  const box = useRef<HTMLDivElement>(null)
  const chosen = value?.value
  // An effect: the field of the product can have the focus only then.
  useEffect(() => {
    const field = chosen === undefined ? box.current?.querySelector('input') : productField.current
    field?.focus()
  }, [chosen, productField])
  return (
    <div ref={box} className={styles.customer}>
      <SearchSelect
        label="Customer"
        placeholder="Name, account code or e-mail"
        value={value}
        onChange={onChange}
        searchKey={['customers who order', slug]}
        search={(text, signal) => searchCustomers(slug, text, signal, { active: true, limit: 8 })}
        required
      />
    </div>
  )
}

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
