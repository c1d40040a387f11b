import { ActionIcon, Menu, Text } from '@mantine/core'
import { IconDots } from '@tabler/icons-react'
import { usePaletteActions } from '../shared/palette.tsx'

/** An act of the page. `reason` says why it is not possible now. */
export type Act = { label: string; reason: string | null; run: () => void }

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
