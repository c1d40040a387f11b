import { Alert, Box, Button, Group, List, Radio, Select, Stack, Textarea, TextInput } from '@mantine/core'
import type { ChangeEvent } from 'react'
import { ConfirmDialog, LeaveGuard } from '../../shared/form-dialog.tsx'
import { Form } from '../../shared/form.tsx'
import { LabelledSwitch } from '../../shared/labelled-switch.tsx'
import { usePaletteActions } from '../../shared/palette.tsx'
import { Problem } from '../../shared/problem.tsx'
import { SaveButton } from '../../shared/disabled-reason.tsx'
import { useWorkspace } from '../workspace-context.tsx'
import { AVAILABILITY_CHOICES } from '../../shared/filter-choices.ts'
import { GroupName } from './bulk-edit-dialog.tsx'
import { CustomerPicker } from './customer-picker.tsx'
import { DetailsField } from './details-field.tsx'
import { ListPriceField } from './add-product-dialog.tsx'
import styles from './products.module.css'
import type { ProductFields, Meanwhile, ProductForm, SavedPrice } from './product-form.ts'
import { FIELD_LABELS } from './product-labels.ts'
import type { FieldName } from './product-labels.ts'
import type { EditedProduct, PriceImpact } from './product-queries.ts'
import { conflictAt, useProductForm } from './product-form.ts'
import { isLargeImpact, priceImpactInWords } from '../../../../server/src/shared/price-impact.ts'
import { TextLink } from '../../shared/links.tsx'

type TextField = Exclude<FieldName, 'active' | 'customers' | 'details' | 'visibility' | 'availability'>

/** The fields of a product. */
export function ProductDetails({ product }: { product: EditedProduct }) {
  const { reasonNot } = useWorkspace()
  const form = useProductForm(product)
  const { fields, set, fieldError, submit, pending, isDirty, meanwhile } = form
  const reason = reasonNot('products')
  const error = (field: FieldName) => fieldError(field) ?? conflictAt(meanwhile, field)
  const text = (field: TextField) => ({
    label: FIELD_LABELS[field],
    value: fields[field],
    onChange: ({ currentTarget: { value } }: ChangeEvent<HTMLInputElement | HTMLTextAreaElement>) =>
      set({ [field]: value }),
    error: error(field),
    readOnly: reason !== null,
    autoComplete: 'off',
  })
  usePaletteActions([
    { id: 'save-product', label: 'Save', group: 'On this page', disabledReason: reason, run: () => void submit() },
  ])
  const content = (
    <Stack gap="md" maw={760}>
      <Box className={styles.pair}>
        <TextInput {...text('sku')} required />
        <TextInput {...text('unitLabel')} required />
      </Box>
      <TextInput {...text('name')} required />
      <ListPriceField product={product} form={form} readOnly={reason !== null} />
      <Box className={styles.pair}>
        <GroupField grouping="brand" fields={fields} set={set} error={error('brand')} disabled={reason !== null} />
        <GroupField
          grouping="category"
          fields={fields}
          set={set}
          error={error('category')}
          disabled={reason !== null}
        />
      </Box>
      <Box className={styles.pair}>
        <TextInput {...text('minOrderQty')} inputMode="numeric" />
        <TextInput {...text('orderMultiple')} inputMode="numeric" />
      </Box>
      <Box className={styles.pair}>
        <TextInput {...text('manufacturerRef')} />
        <TextInput {...text('gtin')} inputMode="numeric" placeholder="EAN or UPC" />
      </Box>
      <Textarea {...text('description')} autosize minRows={3} maxRows={12} />
      <DetailsField
        details={fields.details}
        onChange={(details) => set({ details })}
        error={error('details')}
        readOnly={reason !== null}
      />
      <Box className={styles.pair}>
        <Select
          label="Availability"
          data={AVAILABILITY_CHOICES}
          value={fields.availability}
          onChange={(value) => value && set({ availability: value })}
          allowDeselect={false}
          error={error('availability')}
          readOnly={reason !== null}
        />
        <TextInput {...text('leadTimeNote')} />
      </Box>
      <LabelledSwitch
        label="Active"
        description="Customers see active products only."
        checked={fields.active}
        onChange={({ currentTarget: { checked } }) => set({ active: checked })}
        disabled={reason !== null}
        error={error('active')}
      />
      <TextInput
        {...text('replacedBy')}
        description="The SKU that customers are led to once this product is inactive"
      />
      <Radio.Group
        label="Visible to"
        value={fields.visibility}
        onChange={(value) => set({ visibility: value })}
        error={error('visibility')}
      >
        <Stack gap="xs" mt="xs">
          <Radio value="all" label="All customers" disabled={reason !== null} />
          <Radio value="selected" label="Selected customers" disabled={reason !== null} />
        </Stack>
      </Radio.Group>
      {fields.visibility === 'selected' && (
        <CustomerPicker
          picked={fields.customers}
          onChange={(customers) => set({ customers })}
          error={error('customers')}
          disabled={reason !== null}
        />
      )}
      <Group className={styles.bar}>
        <SaveButton pending={pending} reason={reason} />
        {isDirty && (
          <Button variant="default" onClick={form.reset}>
            Undo changes
          </Button>
        )}
      </Group>
    </Stack>
  )
  return (
    <>
      <Form onFieldChange={form.forget} onSubmit={() => void submit()}>
        <LeaveGuard when={isDirty} />
        <Problem error={form.problem()} />
        {meanwhile && <MeanwhileAlert meanwhile={meanwhile} />}
        {form.savedPrice && <SavedPriceAlert savedPrice={form.savedPrice} />}
        {content}
      </Form>
      {form.moves && <ImpactDialog product={product} form={form} moves={form.moves} />}
    </>
  )
}

type ImpactDialogProps = { product: EditedProduct; form: ProductForm; moves: NonNullable<PriceImpact> }

/** Asks before a save that moves prices of customers. */
function ImpactDialog({ product, form, moves }: ImpactDialogProps) {
  return (
    <ConfirmDialog
      onClose={form.closeMoves}
      title={`Save “${product.name}”`}
      effect={priceImpactInWords(moves)}
      confirmLabel="Save"
      typedName={isLargeImpact(moves) ? product.name : undefined}
      onConfirm={() => form.save(moves)}
    />
  )
}

function MeanwhileAlert({ meanwhile: { message, both } }: { meanwhile: Meanwhile }) {
  return (
    <Alert color="yellow" role="alert" mb="md" title="Somebody else has changed this product meanwhile">
      {message} Nothing is saved yet. What you typed is kept, and all other fields are as they are now: look through
      them, then save again.
      {both.length > 0 && (
        <List size="sm" mt="xs">
          {both.map((field) => (
            <List.Item key={field}>You both changed {FIELD_LABELS[field]}.</List.Item>
          ))}
        </List>
      )}
    </Alert>
  )
}

function SavedPriceAlert({ savedPrice: { id, name, isNew } }: { savedPrice: SavedPrice }) {
  const { slug } = useWorkspace()
  return (
    <Alert color="blue" role="status" mb="md">
      The new list price is in the {isNew ? 'new price change' : 'price change'}{' '}
      <TextLink to="/w/$slug/price-changes/$id" params={{ slug, id }}>
        {name}
      </TextLink>
      . It takes effect when that is published.
    </Alert>
  )
}

type GroupFieldProps = {
  grouping: 'brand' | 'category'
  fields: ProductFields
  set: (changes: Partial<ProductFields>) => void
  error: string | undefined
  disabled: boolean
}

function GroupField({ grouping, fields, set, ...field }: GroupFieldProps) {
  return (
    <GroupName grouping={grouping} value={fields[grouping]} onChange={(name) => set({ [grouping]: name })} {...field} />
  )
}
