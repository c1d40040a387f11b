import { ActionIcon } from '@mantine/core'
import { IconUserCircle } from '@tabler/icons-react'
import type { ComponentPropsWithRef } from 'react'

/** The button of the account menu. */
export function AccountMenuButton(props: Pick<ComponentPropsWithRef<'button'>, 'ref' | 'onClick' | 'onPointerDown'>) {
  return (
    <ActionIcon {...props} variant="subtle" color="gray" size="lg" aria-label="Account menu">
      <IconUserCircle size={22} stroke={1.6} />
    </ActionIcon>
  )
}
