import { Menu } from '@mantine/core'
import { AccountMenuButton } from '../../shared/account-menu-button.tsx'
import { api } from '../../shared/api.ts'
import { notifyFailure } from '../../shared/undo.tsx'
import { usePortal } from '../portal-context.tsx'
import { preview } from '../preview.ts'
import { OWN_PLACES } from './places.ts'
import { MenuLink } from '../../shared/menu-link.tsx'
import { signOut } from '../../shared/sign-out.tsx'

type AccountMenuContentProps = { opened: boolean; onChange: (opened: boolean) => void }

/** The person's own page, and the way out. */
export default function AccountMenuContent({ opened, onChange }: AccountMenuContentProps) {
  const { slug, me, customer, ownCustomers } = usePortal()
  const actFor = async (buyerId: string) => {
    await api.POST('/app-api/portal/{slug}/acting-for', { params: { path: { slug } }, body: { buyerId } })
    // The page is loaded anew, so that nothing stays of what was shown.
    location.assign(`/t/${slug}/usual`)
  }
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
        {ownCustomers
          .filter(({ buyerId }) => buyerId !== me.id)
          .map(({ buyerId, name }) => (
            <Menu.Item key={buyerId} onClick={() => void actFor(buyerId).catch(notifyFailure)}>
              Act for {name}
            </Menu.Item>
          ))}
        {!preview &&
          OWN_PLACES.map(({ label, to }) => (
            <MenuLink key={to} to={to} params={{ slug }}>
              {label}
            </MenuLink>
          ))}
        <Menu.Item component="a" href="/account">
          Your account
        </Menu.Item>
        <Menu.Item onClick={() => void signOut(preview ? '/sign-in' : `/t/${slug}/sign-in`)}>Sign out</Menu.Item>
      </Menu.Dropdown>
    </Menu>
  )
}
