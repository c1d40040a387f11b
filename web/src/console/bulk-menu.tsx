import { Button, Menu } from '@mantine/core'
import { IconChevronDown } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { DisabledReason } from '../shared/disabled-reason.tsx'
import { useIsPhone } from '../shared/use-is-phone.ts'

type BulkMenuProps = {
  /** Why nothing can be done now; null: it can. */
  reason: string | null
  acts: readonly { id: string; label: string }[]
  onChoose: (id: string) => void
  /** After the acts. */
  children?: ReactNode
}

/** What can be done with all that is chosen in a list. */
export function BulkMenu({ reason, acts, onChoose, children }: BulkMenuProps) {
  const isPhone = useIsPhone()
  const button = (
    <Button variant="default" rightSection={<IconChevronDown size={16} aria-hidden />}>
      Bulk actions
    </Button>
  )
  // A phone has no room for what cannot be done.
  if (reason && isPhone) return null
  if (reason) return <DisabledReason reason={reason}>{button}</DisabledReason>
  return (
    <Menu position="bottom-end">
      <Menu.Target>{button}</Menu.Target>
      <Menu.Dropdown>
        {acts.map(({ id, label }) => (
          <Menu.Item key={id} onClick={() => onChoose(id)}>
            {label}
          </Menu.Item>
        ))}
        {children}
      </Menu.Dropdown>
    </Menu>
  )
}
