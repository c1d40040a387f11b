import { Button, Menu, ActionIcon, Text } from '@mantine/core'
import { IconChevronDown, IconDots } from '@tabler/icons-react'
import type { ComponentProps, ReactNode } from 'react'
import { GuardedButton, DisabledReason } from '../shared/disabled-reason.tsx'
import { usePaletteActions } from '../shared/palette.tsx'
import { useIsPhone } from '../shared/use-is-phone.ts'

type ActButtonProps = Omit<ComponentProps<typeof GuardedButton>, 'children' | 'onClick'> & {
  label: string
  run: () => void
}

/** An act of a page: a button, which is in the palette as well. */
export function ActButton({ label, run, reason = null, ...button }: ActButtonProps) {
  usePaletteActions([{ id: label, label, group: 'On this page', disabledReason: reason || null, run }])
  return (
    <GuardedButton {...button} reason={reason} onClick={run}>
      {label}
    </GuardedButton>
  )
}

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

/** An act of the page. `reason` says why it is not possible now. */
type Act = { label: string; reason: string | null; run: () => void }

/** Acts that are no next step, behind one button of the page; they are in the palette as well. */
export function MoreActions({ acts }: { acts: Act[] }) {
  usePaletteActions(
    acts.map(({ label, reason, run }) => ({ id: label, label, group: 'On this page', disabledReason: reason, run })),
  )
  return (
    <Menu position="bottom-end">
      <Menu.Target>
        <ActionIcon variant="default" size="input-sm" aria-label="More actions">
          <IconDots size={18} />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>
        {acts.map(({ label, reason, run }) => (
          <Menu.Item key={label} disabled={reason !== null} onClick={run}>
            {label}
            {reason && (
              <Text size="xs" maw={220}>
                {reason}
              </Text>
            )}
          </Menu.Item>
        ))}
      </Menu.Dropdown>
    </Menu>
  )
}
