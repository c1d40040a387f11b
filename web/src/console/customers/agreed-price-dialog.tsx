import { Checkbox, SimpleGrid, TextInput, Text } from '@mantine/core'
import { useQueryClient, keepPreviousData, queryOptions, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { api } from '../../shared/api.ts'
import { DateInput } from '../../shared/date-input.tsx'
import { FormDialog } from '../../shared/form-dialog.tsx'
import { formatMoney, MoneyInput, moneyText, parseMoney } from '../../shared/money.tsx'
import { SearchSelect } from '../../shared/search-select.tsx'
import type { Choice } from '../../shared/search-select.tsx'
import { notify } from '../../shared/toasts.tsx'
import { throwProblems } from '../../shared/form.tsx'
import { useWorkspace } from '../workspace-context.tsx'
import { dayBefore, periodWords, writtenDay } from './agreed-price-columns.tsx'
import type { AgreedPrice } from './agreed-price-columns.tsx'
import { refreshTerms, ownerKey } from './terms-owner.ts'
import type { TermsOwner } from './terms-owner.ts'
import { useProductSearch } from '../choices.ts'
import type { components } from '../../shared/app-api.d.ts'
import { formatDate } from '../../shared/dates.ts'
import { ImpactText, Effect } from './effect.tsx'
import { useRested } from '../use-rested.ts'
import { isDay } from '../../../../server/src/shared/read-day.ts'
import { parseQuantity } from '../../shared/quantity.ts'

type AgreedPriceDialogProps = { owner: TermsOwner; price?: AgreedPrice; onClose: () => void }

/** Adds an agreed price, or changes one. What is then paid is said while it is typed. */
export function AgreedPriceDialog({ owner, price, onClose }: AgreedPriceDialogProps) {
  const { slug, currency } = useWorkspace()
  const queryClient = useQueryClient()
  const searchProducts = useProductSearch()
  const [product, setProduct] = useState<Choice | null>(null)
  const [text, setText] = useState(() => agreedTermsText(price, currency))
  const [endPrevious, setEndPrevious] = useState(true)
  const set = (name: keyof typeof text) => (value: string) => setText((current) => ({ ...current, [name]: value }))
  const sku = price?.sku ?? product?.value ?? null
  const terms = readAgreedTerms(text, currency)
  const effect = useAgreedPriceEffect(owner, sku === null || !terms ? null : { sku, ...terms, replaces: price?.id })
  const ends = effect.data?.ends
  const send = (asked: AgreedTerms & { sku: string; endPrevious: boolean }): Promise<unknown> => {
    if (!price) {
      const params = { path: { slug, id: owner.id } }
      return api.POST(`/app-api/console/{slug}/${owner.kind}/{id}/agreed-prices`, { params, body: asked })
    }
    const { sku: _sku, endPrevious: _ends, ...changed } = asked
    return api.PATCH('/app-api/console/{slug}/agreed-prices/{id}', {
      params: { path: { slug, id: price.id } },
      body: { ...changed, version: price.version },
    })
  }
  const save = async () => {
    throwProblems({ sku: sku === null ? 'Choose a product.' : undefined, ...agreedTermsProblems(text, currency) })
    const { ends: ended, overlaps } = await effect.settle()
    throwProblems({
      startsOn: overlaps
        ? `There is an agreed price of ${formatMoney(overlaps.unit, currency)} ${periodWords(overlaps)}. Choose other days.`
        : ended && ended.id !== ends?.id
          ? 'Another agreed price ends then: see below.'
          : undefined,
    })
    await send({ sku: sku!, ...terms!, endPrevious: ended !== null && endPrevious }).finally(() =>
      refreshTerms(queryClient, slug),
    )
    notify(`${sku} at ${formatMoney(terms!.unit, currency)} is agreed.`)
  }
  const title = price ? `Change ${price.sku} from ${price.minQty}` : 'Add agreed price'
  return (
    <FormDialog onClose={onClose} title={title} onSubmit={save} size="lg">
      {(fieldError) => (
        <>
          {!price && (
            <SearchSelect
              label="Product"
              required
              value={product}
              onChange={setProduct}
              searchKey={['products', slug]}
              search={searchProducts}
              placeholder="SKU or words"
              error={fieldError('sku')}
            />
          )}
          <SimpleGrid cols={{ base: 1, xs: 2 }}>
            <MoneyInput
              label="Price"
              required
              currency={currency}
              value={text.unit}
              onChange={set('unit')}
              error={fieldError('unit')}
            />
            <TextInput
              label="From quantity"
              inputMode="numeric"
              value={text.minQty}
              onChange={(event) => set('minQty')(event.currentTarget.value)}
              error={fieldError('minQty')}
              autoComplete="off"
            />
            <DateInput
              label="Start"
              description="The first day. Blank: at once"
              value={text.startsOn}
              onChange={set('startsOn')}
              error={fieldError('startsOn')}
            />
            <DateInput
              label="End"
              description="The last day, included. Blank: no end"
              value={text.endsOn}
              onChange={set('endsOn')}
              error={fieldError('endsOn')}
            />
          </SimpleGrid>
          <AgreedPriceEffect name={owner.name} effect={effect} />
          {ends && terms?.startsOn && (
            <Checkbox
              label={`End the agreed price of ${formatMoney(ends.unit, currency)} on ${writtenDay(dayBefore(terms.startsOn))}`}
              checked={endPrevious}
              onChange={(event) => setEndPrevious(event.currentTarget.checked)}
            />
          )}
        </>
      )}
    </FormDialog>
  )
}

type Asked = AgreedTerms & { sku: string; replaces: string | undefined }

/** The question what an agreed price would change. */
function effectQuery(slug: string, owner: TermsOwner, asked: Asked) {
  return queryOptions({
    queryKey: [...ownerKey(slug, owner), 'agreed-price-effect', asked],
    queryFn: async ({ signal }): Promise<AgreedEffect> => {
      const call = { params: { path: { slug, id: owner.id } }, body: asked, signal }
      return owner.kind === 'customers'
        ? (await api.POST('/app-api/console/{slug}/customers/{id}/agreed-prices/preview', call)).data
        : (await api.POST('/app-api/console/{slug}/price-groups/{id}/agreed-prices/preview', call)).data
    },
  })
}

type ForCustomer = components['schemas']['AgreedPriceEffect']
type ForGroup = components['schemas']['GroupPriceEffect']
type AgreedEffect = ForCustomer | ForGroup

/**
 * What an agreed price would change, as far as it is typed; null: not all of it is. `settle` waits for the answer to
 * what is typed by now.
 */
function useAgreedPriceEffect(owner: TermsOwner, asked: Asked | null) {
  const { slug } = useWorkspace()
  const queryClient = useQueryClient()
  const { rested } = useRested(asked)
  const { data, error } = useQuery({
    ...effectQuery(slug, owner, rested ?? NOTHING),
    enabled: asked !== null && rested !== null,
    placeholderData: keepPreviousData,
  })
  const settle = () => queryClient.fetchQuery(effectQuery(slug, owner, asked!))
  const shown = asked === null ? { data: undefined, error: null } : { data, error }
  return { isReady: asked !== null, settle, ...shown }
}

const NOTHING: Asked = { sku: '', unit: 0, minQty: 1, startsOn: null, endsOn: null, replaces: undefined }

type EffectOf = { isReady: boolean; data: AgreedEffect | undefined; error: unknown }

/** What is paid without the price and with it, and what is in its way. */
function AgreedPriceEffect({ name, effect }: { name: string; effect: EffectOf }) {
  const { currency } = useWorkspace()
  const { isReady, data, error } = effect
  if (!isReady) return <Effect waiting="Choose a product and a price to see what it changes." />
  if (error) return <Effect error={error} />
  if (!data) return <Effect waiting="Working out what it changes …" />
  const { overlaps } = data
  return (
    <Effect>
      {'moves' in data ? <PaidByGroup effect={data} /> : <PaidByCustomer name={name} effect={data} />}
      {overlaps && (
        <Text size="sm" c="var(--mantine-color-error)">
          There is an agreed price of {formatMoney(overlaps.unit, currency)} from {overlaps.minQty}{' '}
          {periodWords(overlaps)}. Change or remove that one, or choose days that do not overlap.
        </Text>
      )}
    </Effect>
  )
}

function PaidByGroup({ effect: { qty, at, moves, listPrice } }: { effect: ForGroup }) {
  const { currency, timezone } = useWorkspace()
  return (
    <>
      <Text size="sm">
        For {qty.toLocaleString('en')} on {formatDate(at, timezone)}
        {listPrice !== null && `, at a list price of ${formatMoney(listPrice, currency)}`}:
      </Text>
      <ImpactText moves={moves} />
    </>
  )
}

function PaidByCustomer({ name, effect }: { name: string; effect: ForCustomer }) {
  const { currency, timezone } = useWorkspace()
  const { before, after, qty, at, listPrice, visible } = effect
  const money = (minor: number | null) => formatMoney(minor, currency)
  return (
    <>
      <Text size="sm">
        For {qty.toLocaleString('en')} on {formatDate(at, timezone)}: {money(before.unit)} each
        {before.label && ` (${before.label})`} → <strong>{money(after.unit)}</strong>
        {after.label && ` (${after.label})`}
      </Text>
      {after.unit !== null && listPrice !== null && after.unit > listPrice && (
        <Text size="sm" fw={600}>
          That is above the list price of {money(listPrice)}.
        </Text>
      )}
      {!visible && (
        <Text size="sm" c="dimmed">
          {name} does not see this product now.
        </Text>
      )}
    </>
  )
}

/** What the dialog of an agreed price holds, as typed. */
type AgreedTermsText = { unit: string; minQty: string; startsOn: string; endsOn: string }

type AgreedTerms = { unit: number; minQty: number; startsOn: string | null; endsOn: string | null }

function agreedTermsText(price: AgreedPrice | undefined, currency: string): AgreedTermsText {
  return {
    unit: price ? moneyText(price.unit, currency) : '',
    minQty: String(price?.minQty ?? 1),
    startsOn: price?.startsOn ?? '',
    endsOn: price?.endsOn ?? '',
  }
}

/** What is wrong with each field, if anything. */
function agreedTermsProblems({ unit, minQty, startsOn, endsOn }: AgreedTermsText, currency: string) {
  const price = parseMoney(unit, currency)
  const isLate = isDay(startsOn) && isDay(endsOn) && endsOn < startsOn
  return {
    unit: price.problem ?? (price.value === null ? 'Write a price.' : undefined),
    minQty: parseQty(minQty).problem,
    startsOn: dayProblem(startsOn),
    endsOn: dayProblem(endsOn) ?? (isLate ? 'The end is before the start.' : undefined),
  }
}

function dayProblem(day: string): string | undefined {
  return day === '' || isDay(day) ? undefined : 'Write a date.'
}

/** What is typed, as the service takes it; null while a field is wrong. */
function readAgreedTerms(text: AgreedTermsText, currency: string): AgreedTerms | null {
  if (Object.values(agreedTermsProblems(text, currency)).some((problem) => problem !== undefined)) return null
  return {
    unit: parseMoney(text.unit, currency).value!,
    minQty: parseQty(text.minQty).value!,
    startsOn: text.startsOn || null,
    endsOn: text.endsOn || null,
  }
}

/** A blank quantity is 1. */
function parseQty(text: string) {
  return parseQuantity(text.trim() || '1')
}
