import { Select, Text } from '@mantine/core'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { dataQuery } from '../../shared/api.ts'
import { ConfirmDialog } from '../../shared/form-dialog.tsx'
import { FilterSelect } from '../../shared/filter-select.tsx'
import { throwProblems } from '../../shared/form.tsx'
import { useEditCustomers } from '../groups/group-dialog.tsx'
import type { ChosenCustomers } from '../groups/group-dialog.tsx'
import { useWorkspace, workspaceQuery } from '../workspace-context.tsx'

/** The value of the choice "None": no person has it as their id. */
const NONE = 'none'
/** More customers than these ask for their number to be typed. */
const TYPED_FROM = 1_000

/** Those who may be the contact of a customer: the staff. */
function contactsQuery(slug: string) {
  return dataQuery(
    ['console', slug, 'contacts'],
    '/app-api/console/{slug}/contacts',
    { path: { slug } },
    { staleTime: 60_000 },
  )
}

function useContactChoices(): { value: string; label: string }[] {
  const { slug } = useWorkspace()
  const { data = [] } = useQuery(contactsQuery(slug))
  return [...data.map(({ id, name }) => ({ value: id, label: name })), { value: NONE, label: 'None' }]
}

/** The contact in the address. */
export function ContactFilter() {
  return <FilterSelect label="Contact" param="contact" data={useContactChoices()} />
}

type ContactDialogProps = {
  /** Whose contact is set, in words: a customer's name, or "12 customers". */
  subject: string
  chosen: ChosenCustomers
  count: number
  /** The id of the present contact of a single customer. */
  present?: string | null
  onClose: () => void
  onDone?: () => void
}

/** Says who of the staff looks after customers. */
export function ContactDialog({ subject, chosen, count, present = null, onClose, onDone }: ContactDialogProps) {
  const { slug } = useWorkspace()
  const queryClient = useQueryClient()
  const choices = useContactChoices()
  const [picked, setPicked] = useState(present)
  const edit = useEditCustomers()
  const save = async () => {
    throwProblems({ 'change.value': picked === null ? 'Choose somebody, or None.' : undefined })
    const value = picked === NONE ? null : picked
    const name = value === null ? 'nobody' : choices.find((choice) => choice.value === value)!.label
    await edit(chosen, { field: 'contact', value }, { done: `${subject}: the contact is ${name} now.` })
    // Whether "Mine" is shown follows from it.
    void queryClient.invalidateQueries({ queryKey: workspaceQuery(slug).queryKey })
    onDone?.()
  }
  return (
    <ConfirmDialog
      onClose={onClose}
      title="Set contact"
      confirmLabel="Set contact"
      effect={<Text>Who of your staff looks after {subject}: they find it under “Mine”.</Text>}
      typedName={count > TYPED_FROM ? String(count) : undefined}
      onConfirm={save}
    >
      {(fieldError) => (
        <Select
          label="Contact"
          data={choices}
          value={picked}
          onChange={setPicked}
          error={fieldError('change.value')}
          searchable={choices.length > 8}
        />
      )}
    </ConfirmDialog>
  )
}
