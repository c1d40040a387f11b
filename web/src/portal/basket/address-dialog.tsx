import { Button } from '@mantine/core'
import { AddressFields, addressOf, textsOf } from '../../shared/address-fields.tsx'
import type { Address } from '../../shared/address-fields.tsx'
import { api } from '../../shared/api.ts'
import { FormDialog } from '../../shared/form-dialog.tsx'
import { Problem } from '../../shared/problem.tsx'
import { useSubmit, useTexts } from '../../shared/form.tsx'
import { usePortal } from '../portal-context.tsx'

type AddressDialogProps = {
  /** Null for a new one. */
  address: Address | null
  /** `id` is that of a new address; null where one was changed or removed. */
  onDone: (id: string | null) => Promise<unknown>
  onClose: () => void
}

/** Adds a delivery address of the customer, or changes or removes one. */
export default function AddressDialog({ address, onDone, onClose }: AddressDialogProps) {
  const { slug } = usePortal()
  const { texts, field } = useTexts(textsOf(address))
  const params = { path: { slug, id: address?.id ?? '' } }
  const save = async () => {
    const body = addressOf(texts)
    if (address) await api.PUT('/app-api/portal/{slug}/addresses/{id}', { params, body })
    else {
      const { data } = await api.POST('/app-api/portal/{slug}/addresses', { params: { path: { slug } }, body })
      return void (await onDone(data.id))
    }
    await onDone(null)
  }
  const remove = useSubmit(async () => {
    await api.DELETE('/app-api/portal/{slug}/addresses/{id}', { params })
    await onDone(null)
    onClose()
  })
  return (
    <FormDialog opened onClose={onClose} title={address ? 'Change address' : 'Add address'} onSubmit={save}>
      {(fieldError) => (
        <>
          <AddressFields field={field} fieldError={fieldError} />
          {address && (
            <Button variant="subtle" color="red" loading={remove.pending} onClick={() => void remove.submit()}>
              Remove this address
            </Button>
          )}
          <Problem error={remove.problem()} />
        </>
      )}
    </FormDialog>
  )
}
