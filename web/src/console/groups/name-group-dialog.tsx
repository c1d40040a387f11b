import { TextInput } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { useRef } from 'react'
import { api } from '../../shared/api.ts'
import { FormDialog } from '../../shared/form-dialog.tsx'
import { throwProblems } from '../../shared/use-submit.ts'
import { useTexts } from '../../shared/use-texts.ts'
import { refreshTerms } from '../customers/terms-owner.ts'
import { useWorkspace } from '../workspace-context.tsx'
import type { PriceGroup } from './group-queries.ts'

type NameGroupProps = {
  /** The group that is renamed; without one, it is added. */
  group?: Pick<PriceGroup, 'id' | 'name'>
  onClose: () => void
  onAdded?: (id: string) => void
}

/** Adds a price group, whose page opens then, or gives one another name. */
export function NameGroupDialog({ group, onClose, onAdded }: NameGroupProps) {
  const { slug } = useWorkspace()
  const queryClient = useQueryClient()
  const added = useRef<string>(undefined)
  const { texts, field } = useTexts({ name: group?.name ?? '' })
  const save = async () => {
    throwProblems({ name: texts.name.trim() === '' ? 'Give the price group a name.' : undefined })
    if (group) {
      const params = { path: { slug, id: group.id } }
      await api.PATCH('/app-api/console/{slug}/price-groups/{id}', { params, body: texts })
    } else {
      const params = { path: { slug } }
      added.current = (await api.POST('/app-api/console/{slug}/price-groups', { params, body: texts })).data.id
    }
    void refreshTerms(queryClient, slug)
  }
  const close = () => (added.current === undefined ? onClose() : onAdded?.(added.current))
  return (
    <FormDialog onClose={close} title={group ? `Rename ${group.name}` : 'Add group'} onSubmit={save}>
      {(fieldError) => (
        <TextInput
          label="Name"
          description="Customers read it with their prices, such as “Gold: 12.5% off Hollin”."
          required
          {...field('name', fieldError)}
          autoComplete="off"
        />
      )}
    </FormDialog>
  )
}
