import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { api, ApiError } from '../../shared/api.ts'
import { notify, notifyWithUndo } from '../../shared/toasts.tsx'
import { throwProblems, useSubmit } from '../../shared/form.tsx'
import { useWorkspace } from '../workspace-context.tsx'
import { isOtherImpact, priceImpactQuery, draftsQuery, productQuery } from './product-queries.ts'
import type { PriceImpact, EditedProduct } from './product-queries.ts'
import { bodyOf, changedFields, fieldsOf, factorsOf, problemsOf, rebase } from './product-form.ts'
import type { ProductFields } from './product-form.ts'
import type { FieldName, ProductBody } from './product-labels.ts'

/** What somebody else did to the product meanwhile: in words, and which changed fields of this person it touches. */
export type Meanwhile = { message: string; both: FieldName[]; now: ProductFields }

export type SavedPrice = { id: string; name: string; isNew: boolean }

/**
 * The fields of a product, and how they are saved. Somebody else's change is taken over at once where nothing is typed.
 * Else it is told, and what was typed stays. `onSaved` is called after each save.
 */
export function useProductForm(product: EditedProduct, onSaved?: () => Promise<void>) {
  const { slug, currency } = useWorkspace()
  const queryClient = useQueryClient()
  const [base, setBase] = useState({ version: product.version, fields: fieldsOf(product, currency) })
  const [fields, setFields] = useState(base.fields)
  const [meanwhile, setMeanwhile] = useState<Meanwhile | null>(null)
  const [savedPrice, setSavedPrice] = useState<SavedPrice | null>(null)
  const [chosen, setPriceChangeId] = useState<string | null>(null)
  const { data: drafts } = useQuery(draftsQuery(slug))
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
