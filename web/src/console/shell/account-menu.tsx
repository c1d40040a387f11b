import { Menu } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { AccountMenuButton } from '../../shared/account-menu-button.tsx'
import { notifyFailure } from '../../shared/undo.tsx'
import { signOut } from '../account/me.ts'

/** The person's own page, and the way out. */
export function AccountMenu() {
  return (
    <Menu position="bottom-end" width={200}>
      <Menu.Target>
        <AccountMenuButton />
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Item renderRoot={(props) => <Link {...props} to="/account" />}>Your account</Menu.Item>
        <Menu.Item onClick={() => void signOut().catch(notifyFailure)}>Sign out</Menu.Item>
      </Menu.Dropdown>
    </Menu>
  )
}
