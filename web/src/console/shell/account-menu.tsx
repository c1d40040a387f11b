import { Menu } from '@mantine/core'
import { AccountMenuButton } from '../../shared/account-menu-button.tsx'
import { MenuLink } from '../../shared/menu-link.tsx'
import { signOut } from '../../shared/sign-out.tsx'

/** The person's own page, and the way out. */
export function AccountMenu() {
  return (
    <Menu position="bottom-end" width={200}>
      <Menu.Target>
        <AccountMenuButton />
      </Menu.Target>
      <Menu.Dropdown>
        <MenuLink to="/account">Your account</MenuLink>
        <Menu.Item onClick={() => void signOut('/sign-in')}>Sign out</Menu.Item>
      </Menu.Dropdown>
    </Menu>
  )
}
