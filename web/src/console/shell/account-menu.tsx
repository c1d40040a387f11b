import { ActionIcon, Menu } from '@mantine/core'
import { IconUserCircle } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { notifyFailure } from '../../shared/undo.tsx'
import { signOut } from '../account/me.ts'

/** The person's own page, and the way out. */
export function AccountMenu() {
  return (
    <Menu position="bottom-end" width={200}>
      <Menu.Target>
        <ActionIcon variant="subtle" color="gray" size="lg" aria-label="Account menu">
          <IconUserCircle size={22} stroke={1.6} />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Item renderRoot={(props) => <Link {...props} to="/account" />}>Your account</Menu.Item>
        <Menu.Item onClick={() => void signOut().catch(notifyFailure)}>Sign out</Menu.Item>
      </Menu.Dropdown>
    </Menu>
  )
}
