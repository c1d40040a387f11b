import { TextInput } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { useRef } from 'react'
import { api } from '../../shared/api.ts'
import { FormDialog } from '../../shared/form-dialog.tsx'
import { throwProblems } from '../../shared/use-submit.ts'
import { useTexts } from '../../shared/use-texts.ts'
import { useWorkspace } from '../workspace-context.tsx'
import { customersKey } from './customer-queries.ts'

type AddCustomerProps = { onClose: () => void; onAdded: (id: string) => void }

/** Asks for what a customer needs at least; the rest is filled in on its page, which opens then. */
export function AddCustomerDialog({ onClose, onAdded }: AddCustomerProps) {
  const { slug } = useWorkspace()
  const queryClient = useQueryClient()
  const added = useRef<string>(undefined)
  const { texts, field } = useTexts({ name: '', accountCode: '', email: '' })
  const add = async () => {
    throwProblems({ name: texts.name.trim() === '' ? 'Give the customer a name.' : undefined })
    const { data } = await api.POST('/app-api/console/{slug}/customers', {
      params: { path: { slug } },
      body: texts,
    })
    void queryClient.invalidateQueries({ queryKey: customersKey(slug) })
    added.current = data.id
  }
  const close = () => (added.current === undefined ? onClose() : onAdded(added.current))
  return (
    <FormDialog onClose={close} title="Add customer" onSubmit={add}>
      {(fieldError) => (
        <>
          <TextInput label="Name" required {...field('name', fieldError)} autoComplete="off" />
          <TextInput
            label="Account code"
            description="Unique; your ERP finds the customer by it."
            {...field('accountCode', fieldError)}
            autoComplete="off"
          />
          <TextInput label="E-mail" type="email" {...field('email', fieldError)} autoComplete="off" />
        </>
      )}
    </FormDialog>
  )
}
