import { Button, Menu } from '@mantine/core'
import { IconChevronDown } from '@tabler/icons-react'
import { DisabledReason } from '../../shared/disabled-reason.tsx'
import type { Selection } from '../../shared/selection.ts'
import { useWorkspace } from '../workspace-context.tsx'
import { BulkDeleteDialog } from './bulk-delete-dialog.tsx'
import { BulkEditDialog } from './bulk-edit-dialog.tsx'
import { BULK_ACTS } from './bulk-acts.ts'
import type { BulkAct } from './bulk-acts.ts'
import type { ProductFilter } from './product-queries.ts'

type BulkActionsProps = {
  selection: Selection
  filter: ProductFilter
  /** The open dialog, in the address. */
  dialog: string | undefined
  openDialog: (dialog: string | undefined) => void
}

/** What can be done with all chosen products, each in a dialog that says its effect first. */
export function BulkActions({ selection, filter, dialog, openDialog }: BulkActionsProps) {
  const { reasonNot } = useWorkspace()
  const { count, everything, keys } = selection
  const reason = reasonNot('write') ?? (count === 0 ? 'Choose products in the list first.' : null)
  const act = BULK_ACTS.find(({ id }) => id === dialog)
  const chosen = everything ? { filter: filterToSend(filter), expected: count } : { ids: [...keys] }
  const close = () => openDialog(undefined)
  const shared = { count, chosen, onClose: close, onDone: selection.clear }
  const button = (
    <Button variant="default" rightSection={<IconChevronDown size={16} aria-hidden />}>
      Bulk actions
    </Button>
  )
  return (
    <>
      {reason ? (
        <DisabledReason reason={reason}>{button}</DisabledReason>
      ) : (
        <Menu position="bottom-end">
          <Menu.Target>{button}</Menu.Target>
          <Menu.Dropdown>
            {BULK_ACTS.map(({ id, label }) => (
              <Menu.Item key={id} onClick={() => openDialog(id)}>
                {label}
              </Menu.Item>
            ))}
            <Menu.Divider />
            <Menu.Item
              c="var(--mantine-color-error)"
              disabled={reasonNot('own') !== null}
              title={reasonNot('own') ?? undefined}
              onClick={() => openDialog('delete')}
            >
              Delete
            </Menu.Item>
          </Menu.Dropdown>
        </Menu>
      )}
      {act && count > 0 && <BulkEditDialog key={act.id} act={act satisfies BulkAct} {...shared} />}
      {dialog === 'delete' && count > 0 && <BulkDeleteDialog {...shared} />}
    </>
  )
}

/** In the body of a call, flags are no texts. */
function filterToSend({ active, withoutPrice, ...texts }: ProductFilter) {
  return {
    ...(texts as object),
    ...(active && { active: active === 'true' }),
    ...(withoutPrice && { withoutPrice: withoutPrice === 'true' }),
  }
}
