import { Alert, Text } from '@mantine/core'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { isWithinLimit, readQuantity } from '../../../../server/src/shared/order-quantity.ts'
import { isQuoted } from '../../../../server/src/shared/quote-statuses.ts'
import { quantityInUnits } from '../../../../server/src/shared/units.ts'
import { api } from '../../shared/api.ts'
import { GuardedButton } from '../../shared/disabled-reason.tsx'
import { formatMoney } from '../../shared/money.tsx'
import { PlainTable } from '../../shared/plain-table.tsx'
import { Problem } from '../../shared/problem.tsx'
import { parseQuantity, sayHowSold } from '../../shared/quantity.ts'
import { useIsPhone } from '../../shared/use-is-phone.ts'
import { useSubmit } from '../../shared/form.tsx'
import formStyles from '../basket/order-form.module.css'
import { OrderFields, useReadTexts } from '../basket/order-fields.tsx'
import type { OrderTexts } from '../basket/order-fields.tsx'
import { QuantityField } from '../catalogue/quantity-field.tsx'
import { LineProduct } from '../line-product.tsx'
import { portalQuery, usePortal } from '../portal-context.tsx'
import { priceTodayQuery } from '../queries.ts'
import type { QuoteLine, QuoteWithLines } from '../queries.ts'

/** A line as it is to be ordered. `unit` is null while the price of a larger quantity is on its way. */
type Wanted = { line: QuoteLine; text: string; qty: number; unit: number | null; isAtQuote: boolean }

/** Orders a valid quote: all of it, or a part. */
export function OrderQuote({ quote }: { quote: QuoteWithLines }) {
  const { slug, currency, me, reasonNotToOrder } = usePortal()
  const queryClient = useQueryClient()
  const navigate = useNavigate()
  const { deliverTo, wantedOn } = quote.delivery.usual
  const [quantities, setQuantities] = useState<Record<string, string>>({})
  const [texts, setTexts] = useState<OrderTexts>({ poNumber: '', note: '', deliverTo, wantedOn: wantedOn ?? '' })
  const readTexts = useReadTexts()
  const wanted = useWanted(quote, quantities)
  const isPhone = useIsPhone()
  const chosen = wanted.filter(({ qty }) => qty > 0)
  const subtotal = chosen.reduce((sum, { qty, unit }) => sum + qty * (unit ?? 0), 0)
  const isWhole = wanted.every(({ line, qty }) => line.qty === qty)
  const order = useSubmit(async () => {
    const body = readTexts(texts)
    const lines = chosen.map(({ line: { sku }, qty, unit, isAtQuote }) =>
      isAtQuote ? { sku, qty } : { sku, qty, unit: unit! },
    )
    const { data } = await api.POST('/app-api/portal/{slug}/quotes/{id}/order', {
      params: { path: { slug, id: quote.id } },
      body: {
        ...(!isWhole && { lines }),
        ...body,
      },
    })
    void queryClient.invalidateQueries(portalQuery(slug))
    void queryClient.invalidateQueries({ queryKey: ['portal', slug, 'quotes'] })
    await navigate({ to: '/t/$slug/orders/$id/sent', params: { slug, id: data.id }, replace: true })
  })
  const isWrong = wanted.some(({ line, text, qty }) => wrongQuantity(line, text) || (qty > 0 && line.problem !== null))
  const reason =
    reasonNotToOrder ??
    (isWrong
      ? 'First change the lines that cannot be ordered, or set their quantity to 0.'
      : chosen.length === 0
        ? 'Choose at least one line.'
        : chosen.some(({ unit }) => unit === null)
          ? 'The price of a line is on its way.'
          : isWithinLimit(me.orderLimit, subtotal)
            ? null
            : 'This is above your limit: a colleague who may can order it.')
  return (
    <div className={formStyles.form}>
      <PlainTable
        label="Lines"
        rows={wanted}
        columns={[
          {
            header: 'Product',
            cell: (one) => (
              <>
                <QuotedProduct line={one.line} />
                {isPhone && <UnitPrice wanted={one} currency={currency} />}
              </>
            ),
          },
          {
            header: 'Quantity',
            cell: ({ line, text }) => (
              <QuantityField
                aria-label="Quantity"
                title={`Quantity of ${line.name}`}
                value={text}
                canBeNone
                from={line.minOrderQty}
                inMultiplesOf={line.orderMultiple}
                error={wrongQuantity(line, text)}
                onChange={(next) => setQuantities((before) => ({ ...before, [line.productId]: next }))}
              />
            ),
          },
          {
            header: 'Unit price',
            align: 'end',
            from: 'sm',
            cell: (one) => <UnitPrice wanted={one} currency={currency} />,
          },
          {
            header: 'Total',
            align: 'end',
            from: 'sm',
            cell: ({ qty, unit }) => (unit === null ? '…' : formatMoney(unit * qty, currency)),
          },
        ]}
      />
      <section aria-label="Summary" className={formStyles.summary}>
        <Text className="figures">
          <strong>{formatMoney(subtotal, currency)}</strong> before tax
        </Text>
        <OrderFields
          order={quote}
          texts={texts}
          onChange={(change) => setTexts((before) => ({ ...before, ...change }))}
          errors={{
            poNumber: order.fieldError('poNumber'),
            note: order.fieldError('note'),
            deliverTo: order.fieldError('deliverTo'),
            wantedOn: order.fieldError('wantedOn'),
          }}
        />
        {!isWhole && <Alert>The rest of the quote is closed with this order.</Alert>}
        <Problem error={order.problem()} />
        <GuardedButton reason={reason} loading={order.pending} onClick={() => void order.submit()}>
          Order at these prices
        </GuardedButton>
      </section>
    </div>
  )
}

/** The lines with what is typed: a quantity that the quote has no price for is at that of today. */
function useWanted({ lines }: QuoteWithLines, texts: Record<string, string>): Wanted[] {
  const { slug } = usePortal()
  const typed = lines.map((line) => {
    const text = texts[line.productId] ?? String(line.qty)
    return { line, text, qty: text.trim() === '0' ? 0 : (readQuantity(text).value ?? 0) }
  })
  const above = typed.filter(({ line, qty }) => !isQuoted(line, qty)).map(({ line: { sku }, qty }) => ({ sku, qty }))
  const { data } = useQuery(priceTodayQuery(slug, above))
  return typed.map(({ line, text, qty }) => {
    const isAtQuote = isQuoted(line, qty)
    const today = data?.find((one) => one.sku === line.sku && one.qty === qty)?.price?.unit ?? null
    return { line, text, qty, isAtQuote, unit: isAtQuote ? line.unit : today }
  })
}

/** The product of a line, with what is to be said of it. */
export function QuotedProduct({
  line: { productId, sku, name, picture, orMore, qty, unit, unitLabel, problem },
}: {
  line: QuoteLine
}) {
  return (
    <LineProduct {...{ productId, name, picture }}>
      <Text size="xs" c="dimmed">
        {sku}
        {unit !== null && orMore && ` · ${quantityInUnits(qty, unitLabel)} or more`}
      </Text>
      {problem && (
        <Text size="xs" c="red">
          {problem}
        </Text>
      )}
    </LineProduct>
  )
}

function UnitPrice({ wanted: { line, unit, isAtQuote }, currency }: { wanted: Wanted; currency: string }) {
  return (
    <>
      {unit === null ? '…' : formatMoney(unit, currency)}
      {!isAtQuote && (
        <Text size="xs" c="dimmed">
          Your price today: the quote is for up to {quantityInUnits(line.qty, line.unitLabel)}
        </Text>
      )}
    </>
  )
}

function wrongQuantity(line: QuoteLine, text: string): string | undefined {
  if (text.trim() === '0') return undefined
  const { value, problem } = parseQuantity(text)
  return problem ?? sayHowSold(value, line)
}
