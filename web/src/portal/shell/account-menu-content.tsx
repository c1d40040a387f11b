import { Menu } from '@mantine/core'
import { AccountMenuButton } from '../../shared/account-menu-button.tsx'
import { MenuLink } from '../../shared/menu-link.tsx'
import { usePortal } from '../portal-context.tsx'
import { preview } from '../preview.ts'
import { useAccountEntries } from './account-entries.ts'

type AccountMenuContentProps = { opened: boolean; onChange: (opened: boolean) => void }

/** The person's own pages, and the way out. */
export default function AccountMenuContent({ opened, onChange }: AccountMenuContentProps) {
  const { slug, me, customer } = usePortal()
  const entries = useAccountEntries()
  return (
    <Menu position="bottom-end" width={240} opened={opened} onChange={onChange}>
      <Menu.Target>
        <AccountMenuButton />
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Label>
          {me.name}
          {!preview && `, ${customer.name}`}
        </Menu.Label>
        {entries.map(({ label, to, href, act }) =>
          to ? (
            <MenuLink key={label} to={to} params={{ slug }}>
              {label}
            </MenuLink>
          ) : href ? (
            <Menu.Item key={label} component="a" href={href}>
              {label}
            </Menu.Item>
          ) : (
            <Menu.Item key={label} onClick={act}>
              {label}
            </Menu.Item>
          ),
        )}
      </Menu.Dropdown>
    </Menu>
  )
}
