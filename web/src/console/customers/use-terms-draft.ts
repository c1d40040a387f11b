import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { MAX_CREDIT_LIMIT } from '../../../../server/src/shared/limits.ts'
import { readQuantity } from '../../../../server/src/shared/order-quantity.ts'
import { api, ApiError } from '../../shared/api.ts'
import { throwProblems } from '../../shared/form.tsx'
import { formatMoney, moneyText, parseMoney } from '../../shared/money.ts'
import { notifyWithUndo } from '../../shared/toasts.tsx'
import { useWorkspace } from '../workspace-context.tsx'
import { FIELD_LABELS, FIELD_NAMES } from './customer-labels.ts'
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

/** What the form of a customer holds, as typed. */
type Fields = { [Name in FieldName]: Values[Name] extends boolean ? boolean : string }

function fieldsOf(customer: Customer, currency: string): Fields {
  return {
    ...(Object.fromEntries(FIELD_NAMES.map((name) => [name, customer[name] ?? ''])) as Fields),
    paymentTermsDays: customer.paymentTermsDays?.toString() ?? '',
    creditLimit: moneyText(customer.creditLimit, currency),
    minOrderValue: moneyText(customer.minOrderValue, currency),
  }
}

/** The names of the fields that differ. */
function differing(a: Fields, b: Fields): FieldName[] {
  return FIELD_NAMES.filter((name) => a[name] !== b[name])
}

/** What is typed, as the service takes it; an empty field clears. Throws FieldProblems. */
function readFields(fields: Fields, currency: string): Values {
  const typedDays = fields.paymentTermsDays.trim()
  const days = typedDays === '' ? null : readQuantity(typedDays, { least: 0, most: 9_999 })
  const credit = parseMoney(fields.creditLimit, currency, { max: MAX_CREDIT_LIMIT })
  const minimum = parseMoney(fields.minOrderValue, currency, { max: MAX_CREDIT_LIMIT })
  throwProblems({
    name: fields.name.trim() === '' ? 'Give the customer a name.' : undefined,
    paymentTermsDays: days?.reason && 'Write a whole number of days, such as 30.',
    creditLimit: credit.problem,
    minOrderValue: minimum.problem,
  })
  const typed = FIELD_NAMES.map((name) => {
    const value = fields[name]
    return [name, typeof value === 'string' ? value.trim() || null : value]
  })
  return {
    ...(Object.fromEntries(typed) as Values),
    paymentTermsDays: days?.value ?? null,
    creditLimit: credit.value ?? null,
    minOrderValue: minimum.value ?? null,
  }
}

/** Only those fields. */
function changesOf(values: Values, names: readonly FieldName[]): Partial<Values> {
  return Object.fromEntries(names.map((name) => [name, values[name]]))
}

/** What differs between two versions of a customer, a line for each field. */
export function writtenOut(before: Customer, after: Customer, currency: string): string[] {
  return FIELD_NAMES.filter((name) => before[name] !== after[name]).map(
    (name) => `${FIELD_LABELS[name]}: ${shown(after, name, currency)} (it was ${shown(before, name, currency)})`,
  )
}

function shown(customer: Customer, name: FieldName, currency: string): string {
  if (name === 'creditLimit' || name === 'minOrderValue') return formatMoney(customer[name], currency)
  const value = customer[name]
  if (typeof value === 'boolean') return value ? 'yes' : 'no'
  return value === null ? 'empty' : String(value)
}
