import { Card, Center, Stack, Text } from '@mantine/core'
import type { ReactNode } from 'react'
import styles from './entry-card.module.css'

/** A card in the middle, for pages before one has signed in. */
export function EntryCard({ children }: { children: ReactNode }) {
  return (
    <Center component="main" className={styles.place}>
      <Stack gap="md" w="100%" maw={420}>
        <Text fw={650} ta="center" className={styles.name}>
          Trade Catalogue
        </Text>
        <Card withBorder padding="lg">
          {children}
        </Card>
      </Stack>
    </Center>
  )
}
