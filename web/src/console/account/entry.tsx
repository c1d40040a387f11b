import { Card, Center, Stack, Text } from '@mantine/core'
import type { ReactNode } from 'react'
import { Page } from '../../shared/page.tsx'
import styles from './entry.module.css'

type EntryProps = { title: string; description?: ReactNode; children: ReactNode }

/** The frame of the pages before one has signed in: a card in the middle. */
export function Entry({ title, description, children }: EntryProps) {
  return (
    <Center component="main" className={styles.place}>
      <Stack gap="md" w="100%" maw={420}>
        <Text fw={650} ta="center" className={styles.name}>
          Trade Catalogue
        </Text>
        <Card withBorder padding="lg">
          <Page title={title} description={description}>
            {children}
          </Page>
        </Card>
      </Stack>
    </Center>
  )
}
