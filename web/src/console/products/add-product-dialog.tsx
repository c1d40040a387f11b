import { TextInput, Box, Select, Text } from '@mantine/core'
import { useQueryClient, useQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { api } from '../../shared/api.ts'
import { FormDialog } from '../../shared/form-dialog.tsx'
import { MoneyInput, parseMoney, formatMoney } from '../../shared/money.tsx'
import { throwProblems, useTexts } from '../../shared/form.tsx'
import { notify } from '../../shared/toasts.tsx'
import { useWorkspace } from '../workspace-context.tsx'
import { formatDateTime } from '../../shared/dates.ts'
import styles from './products.module.css'
import { draftsQuery, listPricesQuery, ownDraftQuery } from './product-queries.ts'
import type { EditedProduct } from './product-queries.ts'
import type { ProductForm } from './product-form.ts'
import { TextLink } from '../../shared/links.tsx'

const BLANK = { sku: '', name: '', listPrice: '', unitLabel: 'each' }

/** Adds a product, and opens its page for all other fields. */
export function AddProductDialog({ opened, onClose }: { opened: boolean; onClose: () => void }) {
  const { slug, currency } = useWorkspace()
  const { texts, field, setTexts } = useTexts(BLANK)
  const queryClient = useQueryClient()
  const navigate = useNavigate()

  const add = async () => {
    const price = parseMoney(texts.listPrice, currency)
    throwProblems({
      sku: texts.sku.trim() === '' ? 'Write the code of the product.' : undefined,
      name: texts.name.trim() === '' ? 'Write the name of the product.' : undefined,
      unitLabel: texts.unitLabel.trim() === '' ? 'Write what one of it is called, such as each.' : undefined,
      listPrice: price.problem,
    })
    const { sku, name, unitLabel } = texts
    const body = { sku, name, unitLabel, ...(typeof price.value === 'number' && { listPrice: price.value }) }
    const { data } = await api.POST('/app-api/console/{slug}/products', { params: { path: { slug } }, body })
    await queryClient.invalidateQueries({ queryKey: ['console', slug, 'products'] })
    notify(`${name.trim()} was added.`)
    setTexts(BLANK)
    await navigate({ to: '/w/$slug/products/$id', params: { slug, id: data.id } })
  }

  return (
    <FormDialog opened={opened} onClose={onClose} title="Add product" submitLabel="Add product" onSubmit={add}>
      {(fieldError) => (
        <>
          <TextInput label="SKU" required {...field('sku', fieldError)} />
          <TextInput label="Name" required {...field('name', fieldError)} />
          <MoneyInput
            label="List price"
            description="Without one, it cannot be ordered yet."
            currency={currency}
            value={texts.listPrice}
            onChange={(listPrice) => setTexts((current) => ({ ...current, listPrice }))}
            error={fieldError('listPrice')}
          />
          <TextInput
            label="Unit"
            description="What one of it is called, such as each or box of 6."
            required
            {...field('unitLabel', fieldError)}
          />
        </>
      )}
    </FormDialog>
  )
}

const OWN = 'own'

type ListPriceFieldProps = { product: EditedProduct; form: ProductForm; readOnly: boolean }

/** The list price, and the price change that a new one goes into. */
export function ListPriceField({ product, form, readOnly }: ListPriceFieldProps) {
  const { slug, currency, taxLabel } = useWorkspace()
  const { fields, set, fieldError, priceChangeId, setPriceChangeId } = form
  const { data: drafts = [] } = useQuery({ ...draftsQuery(slug), enabled: !readOnly })
  const { data: own } = useQuery({ ...ownDraftQuery(slug), enabled: !readOnly })
  const others = drafts.filter(({ id }) => id !== own?.id)
  const data = [
    { value: OWN, label: own?.name ?? 'New price change' },
    ...others.map(({ id, name }) => ({ value: id, label: name })),
  ]
  return (
    <div>
      <Box className={styles.pair}>
        <MoneyInput
          label="List price"
          description={taxLabel || undefined}
          currency={currency}
          value={fields.listPrice}
          onChange={(listPrice) => set({ listPrice })}
          error={fieldError('listPrice')}
          readOnly={readOnly}
        />
        {!readOnly && (
          <Select
            label="Price change"
            description="Where a new list price goes"
            data={data}
            value={priceChangeId ?? OWN}
            onChange={(value) => setPriceChangeId(value === OWN ? null : value)}
            allowDeselect={false}
          />
        )}
      </Box>
      <PendingPrices id={product.id} />
    </div>
  )
}

/** List prices that are drafted or scheduled for a product. */
export function PendingPrices({ id }: { id: string }) {
  const { slug, currency, timezone } = useWorkspace()
  const { data } = useQuery(listPricesQuery(slug, id))
  if (!data?.pending.length) return null
  return (
    <Box component="ul" m={0} mt="xs" p={0} aria-label="Prices to come">
      {data.pending.map(({ priceChangeId, name, status, scheduledFor, to }) => (
        <Text component="li" size="sm" key={priceChangeId} style={{ listStyle: 'none' }}>
          <strong>{formatMoney(to, currency)}</strong>{' '}
          {status === 'scheduled' && scheduledFor ? `from ${formatDateTime(scheduledFor, timezone)}` : 'drafted'} in{' '}
          <TextLink underline="always" to="/w/$slug/price-changes/$id" params={{ slug, id: priceChangeId }}>
            {name}
          </TextLink>
        </Text>
      ))}
    </Box>
  )
}
