import { Text } from '@mantine/core'
import { useSearch } from '@tanstack/react-router'
import { useChangeSearch } from '../../shared/search-params.ts'
import { TextLink } from '../../shared/text-link.tsx'
import { ActButton } from '../act-button.tsx'
import { GroupDialog } from '../groups/group-dialog.tsx'
import { useWorkspace } from '../workspace-context.tsx'
import type { Customer } from './customer-queries.ts'
import { TabSection } from './tab-section.tsx'

/** The price group of a customer, and the way to another one. */
export function GroupOfCustomer({ customer }: { customer: Customer }) {
  const { slug, reasonNot } = useWorkspace()
  const { dialog } = useSearch({ strict: false })
  const change = useChangeSearch()
  const { id, name, group } = customer
  return (
    <TabSection
      title="Price group"
      actions={
        <ActButton
          label="Change group"
          variant="default"
          reason={reasonNot('write')}
          run={() => change({ dialog: 'change-group' }, { push: true })}
        />
      }
    >
      {group ? (
        <Text>
          <TextLink to="/w/$slug/groups/$id" params={{ slug, id: group.id }}>
            {group.name}
          </TextLink>
        </Text>
      ) : (
        <Text c="dimmed">{name} belongs to no price group.</Text>
      )}
      {dialog === 'change-group' && (
        <GroupDialog
          title="Change group"
          subject={name}
          chosen={{ ids: [id] }}
          count={1}
          present={group?.name ?? null}
          onClose={() => change({ dialog: undefined })}
        />
      )}
    </TabSection>
  )
}
