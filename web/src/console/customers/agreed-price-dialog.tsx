import { Checkbox, SimpleGrid, TextInput } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { api } from '../../shared/api.ts'
import { DateInput } from '../../shared/date-input.tsx'
import { FormDialog } from '../../shared/form-dialog.tsx'
import { formatMoney, MoneyInput } from '../../shared/money.tsx'
import { SearchSelect } from '../../shared/search-select.tsx'
import type { Choice } from '../../shared/search-select.tsx'
import { notify } from '../../shared/toasts.ts'
import { throwProblems } from '../../shared/use-submit.ts'
import { useWorkspace } from '../workspace-context.tsx'
import type { AgreedPrice } from './agreed-price-columns.tsx'
import { AgreedPriceEffect, useAgreedPriceEffect } from './agreed-price-effect.tsx'
import type { AgreedTerms } from './agreed-terms-text.ts'
import { agreedTermsProblems, agreedTermsText, readAgreedTerms } from './agreed-terms-text.ts'
import { refreshTerms } from './terms-owner.ts'
import type { TermsOwner } from './terms-owner.ts'
import { dayBefore, periodWords, writtenDay } from './period-words.ts'
import { useProductSearch } from './product-search.ts'

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
