import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { isDay } from '../../../../server/src/shared/read-day.ts'
import { api, ApiError } from '../../shared/api.ts'
import { formatMoney, moneyText, parseMoney } from '../../shared/money.tsx'
import { throwProblems } from '../../shared/form.tsx'
import { useWorkspace } from '../workspace-context.tsx'
import { quoteQuery, refreshQuotes } from './quote-queries.ts'
import type { QuoteForStaff } from './quote-queries.ts'

/** A line as it is typed. `price`: that of one; blank while there is none. */
export type QuoteLineDraft = {
  sku: string
  name: string
  unitLabel: string
  qty: number
  price: string
  orMore: boolean
}

type QuoteTexts = { lines: QuoteLineDraft[]; validUntil: string; message: string }

function textsOf({ lines, validUntil, message }: QuoteForStaff, currency: string): QuoteTexts {
  return {
    lines: lines.map(({ sku, name, unitLabel, qty, unit, orMore }) => ({
      sku,
      name,
      unitLabel,
      qty,
      orMore,
      price: unit === null ? '' : moneyText(unit, currency),
    })),
    validUntil: validUntil ?? '',
    message: message ?? '',
  }
}

/** The unit price of a line in minor units; null where none can be read. */
export function unitOf({ price }: QuoteLineDraft, currency: string): number | null {
  return parseMoney(price, currency).value ?? null
}

/**
 * What is typed into a quote that is being priced, and what it was typed over. A change by somebody else is told, never
 * overwritten unseen.
 */
export function useQuoteDraft(quote: QuoteForStaff) {
  const { slug, currency } = useWorkspace()
  const queryClient = useQueryClient()
  const [base, setBase] = useState(quote)
  const [texts, setTexts] = useState(() => textsOf(quote, currency))
  const isDirty = JSON.stringify(texts) !== JSON.stringify(textsOf(base, currency))
  const isBehind = quote.version !== base.version
  const startFrom = (present: QuoteForStaff) => {
    setBase(present)
    setTexts(textsOf(present, currency))
  }
  if (isBehind && !isDirty) startFrom(quote)
  const change = (changes: Partial<QuoteTexts>) => setTexts((before) => ({ ...before, ...changes }))
  const path = { slug, id: quote.id }
  /** Asks for another person's change, so that the page can say what is different, and for the prices of now. */
  const refreshed = async (error: unknown) => {
    if (error instanceof ApiError && error.status === 409) await refreshQuotes(queryClient, slug)
    void queryClient.invalidateQueries({ queryKey: ['console', slug, 'orders', 'price'] })
    throw error
  }
  const show = (saved: QuoteForStaff) => {
    queryClient.setQueryData(quoteQuery(slug, quote.id).queryKey, saved)
    startFrom(saved)
    void refreshQuotes(queryClient, slug)
  }
  /** Throws FieldProblems and ApiError. */
  const save = async (): Promise<QuoteForStaff> => {
    const { lines, validUntil, message } = texts
    throwProblems({
      ...Object.fromEntries(lines.map(({ sku, price }) => [`price ${sku}`, parseMoney(price, currency).problem])),
      validUntil: validUntil.trim() === '' || isDay(validUntil) ? undefined : 'Write a day such as 2027-01-05.',
    })
    const body = {
      version: base.version,
      lines: lines.map((line) => ({ sku: line.sku, qty: line.qty, unit: unitOf(line, currency), orMore: line.orMore })),
      validUntil: validUntil.trim() || null,
      message: message.trim() || null,
    }
    const { data } = await api.PUT('/app-api/console/{slug}/quotes/{id}', { params: { path }, body }).catch(refreshed)
    show(data)
    return data
  }
  /** Saves what was typed, and sends it. `lowPrices`: those far below today's were asked about. */
  const send = async (lowPrices: boolean) => {
    const { version } = isDirty ? await save() : base
    const { data } = await api
      .POST('/app-api/console/{slug}/quotes/{id}/send', { params: { path }, body: { version, lowPrices } })
      .catch(refreshed)
    show(data)
  }
  return {
    ...texts,
    base,
    change,
    isDirty,
    /** Whether somebody else saved meanwhile. */
    isBehind: isBehind && isDirty,
    discard: () => startFrom(quote),
    /** Goes on over what others saved, with what was typed here. */
    keepMine: () => setBase(quote),
    save,
    send,
  }
}

/** What somebody else made of a quote meanwhile, in words. */
export function changesSince(base: QuoteForStaff, now: QuoteForStaff): string[] {
  const money = (unit: number | null) => (unit === null ? 'no price' : formatMoney(unit, now.currency))
  const words = ({ qty, unit, orMore }: QuoteForStaff['lines'][number]) =>
    `${qty.toLocaleString('en')}${orMore ? ' or more' : ''} at ${money(unit)}`
  const before = new Map(base.lines.map((line) => [line.sku, words(line)]))
  const after = new Map(now.lines.map((line) => [line.sku, words(line)]))
  return [
    ...[...after].filter(([sku, text]) => before.get(sku) !== text).map(([sku, text]) => `${sku}: ${text}`),
    ...[...before.keys()].filter((sku) => !after.has(sku)).map((sku) => `${sku} was removed`),
    ...(base.validUntil === now.validUntil ? [] : [`Valid until ${now.validUntil ?? 'no day yet'}`]),
    ...(base.message === now.message ? [] : ['The word to the buyer']),
  ]
}
