import { TextInput } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { api } from '../../shared/api.ts'
import { FormDialog } from '../../shared/form-dialog.tsx'
import { MoneyInput, parseMoney } from '../../shared/money.tsx'
import { throwProblems } from '../../shared/use-submit.ts'
import { useTexts } from '../../shared/use-texts.ts'
import { notify } from '../../shared/toasts.ts'
import { useWorkspace } from '../workspace-context.tsx'

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
    notify(`${name.trim()} is added.`)
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
