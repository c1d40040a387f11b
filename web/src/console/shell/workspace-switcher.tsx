import { Menu, Text, UnstyledButton } from '@mantine/core'
import { IconSelector } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import { meQuery, rememberWorkspace } from '../account/me.ts'
import { useWorkspace } from '../workspace-context.tsx'
import styles from './shell.module.css'
import { MenuLink } from '../../shared/menu-link.tsx'

/** The workspace's name; for who is in several, the way to the others. */
export function WorkspaceSwitcher() {
  const { name, slug } = useWorkspace()
  const { data: me } = useQuery(meQuery)
  useEffect(() => rememberWorkspace(slug), [slug])
  const others = me?.workspaces.filter((workspace) => workspace.slug !== slug) ?? []
  if (others.length === 0) {
    return (
      <Text fw={650} truncate title={name}>
        {name}
      </Text>
    )
  }
  return (
    <Menu position="bottom-start">
      <Menu.Target>
        <UnstyledButton className={styles.switcher} aria-label={`Workspace ${name}`}>
          <Text fw={650} truncate title={name}>
            {name}
          </Text>
          <IconSelector size={16} aria-hidden />
        </UnstyledButton>
      </Menu.Target>
      <Menu.Dropdown>
        {others.map((workspace) => (
          <MenuLink key={workspace.slug} to="/w/$slug" params={{ slug: workspace.slug }}>
            {workspace.name}
          </MenuLink>
        ))}
      </Menu.Dropdown>
    </Menu>
  )
}
