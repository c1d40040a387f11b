import { Menu } from '@mantine/core'
import type { Selection } from '../../shared/selection.ts'
import { BulkMenu } from '../bulk-menu.tsx'
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
  return (
    <>
      <BulkMenu reason={reason} acts={BULK_ACTS} onChoose={openDialog}>
        <Menu.Divider />
        <Menu.Item
          c="var(--mantine-color-error)"
          disabled={reasonNot('own') !== null}
          title={reasonNot('own') ?? undefined}
          onClick={() => openDialog('delete')}
        >
          Delete
        </Menu.Item>
      </BulkMenu>
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
