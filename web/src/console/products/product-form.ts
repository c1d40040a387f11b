import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { api, ApiError } from '../../shared/api.ts'
import { throwProblems, useSubmit } from '../../shared/form.tsx'
import { moneyText, parseMoney } from '../../shared/money.ts'
import { parseQuantity } from '../../shared/quantity.ts'
import { notify, notifyWithUndo } from '../../shared/toasts.tsx'
import { useWorkspace } from '../workspace-context.tsx'
import type { PickedCustomer } from './customer-picker.tsx'
import { filledDetails, problemOfDetails } from './details-field.tsx'
import type { Detail } from './details-field.tsx'
import { FIELD_NAMES } from './product-labels.ts'
import type { FieldName, ProductBody } from './product-labels.ts'
import { isOtherImpact, priceImpactQuery, draftsQuery, productQuery } from './product-queries.ts'
import type { EditedProduct, PriceImpact } from './product-queries.ts'

type ChosenFields = Pick<EditedProduct, 'availability' | 'active' | 'visibility'> & {
  customers: PickedCustomer[]
  details: Detail[]
}

/** A product as it stands in the fields: what is not chosen is text. */
export type ProductFields = Record<Exclude<FieldName, keyof ChosenFields>, string> & ChosenFields

function fieldsOf(product: EditedProduct, currency: string): ProductFields {
  return {
    ...(Object.fromEntries(FIELD_NAMES.map((field) => [field, product[field] ?? ''])) as object as ProductFields),
    listPrice: moneyText(product.listPrice, currency),
    minOrderQty: String(product.minOrderQty),
    orderMultiple: String(product.orderMultiple),
    details: Object.entries(product.details).map(([name, value]) => ({ name, value })),
  }
}

/** The fields that differ. */
function changedFields(before: ProductFields, after: ProductFields): FieldName[] {
  return FIELD_NAMES.filter((field) => textOf(before, field) !== textOf(after, field))
}

function textOf({ customers, details, ...fields }: ProductFields, field: FieldName): string {
  if (field === 'customers') return idsOf(customers).toSorted().join()
  if (field === 'details') return JSON.stringify(Object.entries(detailsOf(details)).toSorted())
  return String(fields[field]).trim()
}

function idsOf(customers: readonly PickedCustomer[]): string[] {
  return customers.map(({ id }) => id)
}

function detailsOf(details: readonly Detail[]): Record<string, string> {
  return Object.fromEntries(filledDetails(details).map(({ name, value }) => [name, value]))
}

/**
 * What was typed, over what is there now: fields that the person changed stay as typed, all others are as they are now.
 * `both` names the fields that somebody else changed, too.
 */
function rebase(
  base: ProductFields,
  typed: ProductFields,
  now: ProductFields,
): { fields: ProductFields; both: FieldName[] } {
  const mine = new Set(changedFields(base, typed))
  const theirs = changedFields(base, now)
  const kept = Object.fromEntries([...mine].map((field) => [field, typed[field]]))
  return { fields: { ...now, ...kept }, both: theirs.filter((field) => mine.has(field) && typed[field] !== now[field]) }
}

/** Problems that the page finds itself, by field. */
function problemsOf(fields: ProductFields, currency: string): Partial<Record<FieldName, string>> {
  const { problem, value } = parseMoney(fields.listPrice, currency)
  return {
    ...(fields.sku.trim() === '' && { sku: 'Write the code of the product.' }),
    ...(fields.name.trim() === '' && { name: 'Write the name of the product.' }),
    ...(fields.unitLabel.trim() === '' && { unitLabel: 'Write what one of it is called, such as each.' }),
    details: problemOfDetails(fields.details),
    ...(parseQuantity(fields.minOrderQty).problem && { minOrderQty: 'Write a whole number of 1 or more.' }),
    ...(parseQuantity(fields.orderMultiple).problem && { orderMultiple: 'Write a whole number of 1 or more.' }),
    ...(problem && { listPrice: problem }),
    ...(value === null && { listPrice: 'A list price can be changed, but not removed.' }),
  }
}

/** What is sent of the changed fields. */
function bodyOf(fields: ProductFields, changed: FieldName[], currency: string): Omit<ProductBody, 'version'> {
  const body: Record<string, unknown> = {}
  for (const field of changed) {
    const value = fields[field]
    if (field === 'minOrderQty' || field === 'orderMultiple') body[field] = parseQuantity(fields[field]).value
    else if (field === 'listPrice') body[field] = parseMoney(fields.listPrice, currency).value
    else if (field === 'details') body[field] = detailsOf(fields.details)
    else if (field === 'customers') body[field] = idsOf(fields.customers)
    else body[field] = typeof value === 'string' ? value.trim() || null : value
  }
  return body
}

/** What is changed of that which prices of customers follow from; null for nothing. */
function factorsOf({ brand, category, visibility, customers }: ProductFields, changed: FieldName[]) {
  const has = (...names: FieldName[]) => names.some((name) => changed.includes(name))
  if (!has('brand', 'category', 'visibility', 'customers')) return null
  return {
    ...(has('brand') && { brand: brand.trim() || null }),
    ...(has('category') && { category: category.trim() || null }),
    ...(has('visibility', 'customers') && {
      customers: visibility === 'all' ? null : customers.map(({ id }) => id),
    }),
  }
}

/** What somebody else did to the product meanwhile: in words, and which changed fields of this person it touches. */
export type Meanwhile = { message: string; both: FieldName[]; now: ProductFields }

export type SavedPrice = { id: string; name: string; isNew: boolean }

/**
 * The fields of a product, and how they are saved. Somebody else's change is taken over at once where nothing is typed.
 * Else it is told, and what was typed stays. `onSaved` is called after each save.
 */
export function useProductForm(product: EditedProduct, onSaved?: () => Promise<void>) {
  const { slug, currency, may } = useWorkspace()
  const queryClient = useQueryClient()
  const [base, setBase] = useState({ version: product.version, fields: fieldsOf(product, currency) })
  const [fields, setFields] = useState(base.fields)
  const [meanwhile, setMeanwhile] = useState<Meanwhile | null>(null)
  const [savedPrice, setSavedPrice] = useState<SavedPrice | null>(null)
  const [chosen, setPriceChangeId] = useState<string | null>(null)
  const { data: drafts } = useQuery({ ...draftsQuery(slug), enabled: may('all') })
  // Null for the person's own. Another one may be published by now.
  const priceChangeId = drafts?.some(({ id }) => id === chosen) ? chosen : null
  const [moves, setMoves] = useState<PriceImpact>(null)
  const changed = changedFields(base.fields, fields)

  const start = (latest: EditedProduct) => {
    const next = fieldsOf(latest, currency)
    setBase({ version: latest.version, fields: next })
    setFields(next)
  }
  if (product.version !== base.version && changed.length === 0) start(product)

  const send = (body: ProductBody) =>
    api.PATCH('/app-api/console/{slug}/products/{id}', {
      params: { path: { slug, id: product.id } },
      body,
    })

  /** Puts what was typed over what is there now. */
  const takeOver = (latest: EditedProduct, message: string) => {
    const now = fieldsOf(latest, currency)
    const { fields: merged, both } = rebase(base.fields, fields, now)
    setBase({ version: latest.version, fields: now })
    setFields(merged)
    setMeanwhile({ message, both, now })
  }

  /** Saves the values that the fields had before a save. It is refused where somebody has changed the product since. */
  const putBack = async (version: string, saved: FieldName[]) => {
    const { data } = await send({ version, ...bodyOf(base.fields, saved, currency) })
    queryClient.setQueryData(productQuery(slug, product.id).queryKey, data.product)
    void queryClient.invalidateQueries({ queryKey: ['console', slug] })
  }

  /** What the changed fields do to prices; undefined where none follows from them. */
  const readMoves = async () => {
    const change = factorsOf(fields, changed)
    if (change === null) return undefined
    return queryClient.fetchQuery(priceImpactQuery(slug, { products: { ids: [product.id] }, change }))
  }

  const save = async (seenMoves: PriceImpact | undefined) => {
    try {
      const { data } = await send({
        version: base.version,
        ...bodyOf(fields, changed, currency),
        ...(changed.includes('listPrice') && { priceChangeId }),
        ...(seenMoves !== undefined && { seenMoves }),
      })
      const { product: saved, priceChange } = data
      queryClient.setQueryData(productQuery(slug, product.id).queryKey, saved)
      start(saved)
      setMeanwhile(null)
      setSavedPrice(priceChange)
      if (priceChange) notify('Saved.')
      else notifyWithUndo('Saved.', () => putBack(saved.version, changed))
      // Before another save: a new draft is among the choices then.
      if (priceChange) await queryClient.invalidateQueries({ queryKey: draftsQuery(slug).queryKey })
      void queryClient.invalidateQueries({ queryKey: ['console', slug] })
      await onSaved?.()
    } catch (error) {
      if (isOtherImpact(error)) setMoves((await readMoves()) ?? null)
      if (isOtherImpact(error) || !(error instanceof ApiError && error.status === 409)) throw error
      takeOver(await queryClient.fetchQuery({ ...productQuery(slug, product.id), staleTime: 0 }), error.message)
    }
  }

  const {
    submit,
    pending,
    fieldError,
    problem,
    forget,
    reset: forgetProblems,
  } = useSubmit(async () => {
    throwProblems(changed.includes('listPrice') ? problemsOf(fields, currency) : withoutPrice(fields, currency))
    if (changed.length === 0) return
    const seen = await readMoves()
    // Asks first.
    if (seen) setMoves(seen)
    else await save(seen)
  })

  return {
    fields,
    set: (changes: Partial<ProductFields>) => setFields((current) => ({ ...current, ...changes })),
    isDirty: changed.length > 0,
    isPriceChanged: changed.includes('listPrice'),
    reset: () => {
      start(product)
      setMeanwhile(null)
      forgetProblems()
    },
    meanwhile,
    savedPrice,
    priceChangeId,
    setPriceChangeId,
    moves,
    closeMoves: () => setMoves(null),
    save,
    submit,
    pending,
    fieldError,
    problem,
    forget,
  }
}

/** What to say at a field that somebody else has changed, too. */
export function conflictAt(meanwhile: Meanwhile | null, field: FieldName): string | undefined {
  if (!meanwhile?.both.includes(field)) return undefined
  const now = meanwhile.now[field]
  const told = Array.isArray(now) ? now.map(inWords).join(', ') : String(now)
  return `Somebody else set this to “${told}”. Saving replaces that with what is here.`
}

/** A customer, or a detail with its value. */
function inWords(one: { name: string; value?: string }): string {
  return one.value ? `${one.name}: ${one.value}` : one.name
}

/** An empty price is no problem where it was empty before. */
function withoutPrice(fields: ProductFields, currency: string) {
  return { ...problemsOf(fields, currency), listPrice: undefined }
}

export type ProductForm = ReturnType<typeof useProductForm>
