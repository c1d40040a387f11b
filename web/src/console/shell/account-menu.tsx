import { Menu } from '@mantine/core'
import { AccountMenuButton } from '../../shared/account-menu-button.tsx'
import { notifyFailure } from '../../shared/undo.tsx'
import { signOut } from '../account/me.ts'
import { MenuLink } from '../../shared/menu-link.tsx'

/** The person's own page, and the way out. */
export function AccountMenu() {
  return (
    <Menu position="bottom-end" width={200}>
      <Menu.Target>
        <AccountMenuButton />
      </Menu.Target>
      <Menu.Dropdown>
        <MenuLink to="/account">Your account</MenuLink>
        <Menu.Item onClick={() => void signOut().catch(notifyFailure)}>Sign out</Menu.Item>
      </Menu.Dropdown>
    </Menu>
  )
}
