import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { api, ApiError } from '../../shared/api.ts'
import { notifyWithUndo } from '../../shared/toasts.tsx'
import { useWorkspace } from '../workspace-context.tsx'
import { changesOf, differing, fieldsOf, readFields } from './customer-fields.ts'
import { FIELD_LABELS } from './customer-labels.ts'
import type { FieldName, Values } from './customer-labels.ts'
import { customersKey } from './customer-queries.ts'
import type { Customer } from './customer-queries.ts'

/**
 * What is typed into the form of a customer, and what it was typed over. `base` moves on only when the form does: a
 * change by somebody else is told, never overwritten unseen. It lives above the tabs, so that a look at another tab
 * loses nothing.
 */
export function useTermsDraft(customer: Customer) {
  const { slug, currency } = useWorkspace()
  const queryClient = useQueryClient()
  const [base, setBase] = useState(customer)
  const [fields, setFields] = useState(() => fieldsOf(customer, currency))
  const changed = differing(fields, fieldsOf(base, currency))
  const isDirty = changed.length > 0
  const isBehind = customer.version !== base.version
  const startFrom = (present: Customer) => {
    setBase(present)
    setFields(fieldsOf(present, currency))
  }
  if (isBehind && !isDirty) startFrom(customer)

  const patch = async (version: string, changes: Partial<Values>): Promise<Customer> => {
    const { data } = await api.PATCH('/app-api/console/{slug}/customers/{id}', {
      params: { path: { slug, id: customer.id } },
      body: { ...changes, version },
    })
    const saved = { ...customer, ...data }
    queryClient.setQueryData([...customersKey(slug), customer.id], saved)
    return saved
  }
  const refresh = () => queryClient.invalidateQueries({ queryKey: customersKey(slug) })

  return {
    base,
    fields,
    isDirty,
    /** Whether somebody else saved meanwhile. */
    isBehind: isBehind && isDirty,
    set: (name: FieldName, value: string | boolean) => setFields((current) => ({ ...current, [name]: value })),
    discard: () => startFrom(customer),
    /** Goes on from what others saved, with what was typed here. */
    rebase: () => {
      const mine = Object.fromEntries(changed.map((name) => [name, fields[name]]))
      setBase(customer)
      setFields({ ...fieldsOf(customer, currency), ...mine })
    },
    /** Saves what was changed, and offers to undo it. Throws FieldProblems and ApiError. */
    save: async () => {
      const changes = changesOf(readFields(fields, currency), changed)
      const before = changesOf(readFields(fieldsOf(base, currency), currency), changed)
      const saved = await patch(base.version, changes).catch(async (error: unknown) => {
        // Asked anew, so that the page can say what is different.
        if (error instanceof ApiError && error.status === 409) await refresh()
        throw error
      })
      startFrom(saved)
      void refresh()
      notifyWithUndo(`Saved: ${changed.map((field) => FIELD_LABELS[field]).join(', ')}.`, async () => {
        await patch(saved.version, before)
        void refresh()
      })
    },
  }
}

export type TermsDraft = ReturnType<typeof useTermsDraft>
