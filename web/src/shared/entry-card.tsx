import { Card, Center, Stack, Text } from '@mantine/core'
import type { ReactNode } from 'react'
import styles from './entry-card.module.css'

type EntryCardProps = {
  /** A wholesaler whose card it is: its name and logo. */
  site?: string
  logo?: { path: string; width: number; height: number } | null
  children: ReactNode
}

/** A card in the middle, for pages before one has signed in. */
export function EntryCard({ site, logo, children }: EntryCardProps) {
  return (
    <Center component="main" className={styles.place} data-site={site !== undefined || undefined}>
      <Stack gap="md" w="100%" maw={420}>
        {logo && <img className={styles.logo} src={logo.path} width={logo.width} height={logo.height} alt="" />}
        <Text fw={650} ta="center" className={styles.name}>
          {site ?? 'Trade Catalogue'}
        </Text>
        <Card withBorder padding="lg">
          {children}
        </Card>
      </Stack>
    </Center>
  )
}
