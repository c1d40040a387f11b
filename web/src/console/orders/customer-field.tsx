import { useEffect, useRef } from 'react'
import type { RefObject } from 'react'
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
