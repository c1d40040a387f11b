import type { ReactNode } from 'react'
import { EntryCard } from '../../shared/entry-card.tsx'
import { Page } from '../../shared/page.tsx'

type EntryProps = { title: string; description?: ReactNode; children: ReactNode }

/** The frame of the pages before one has signed in. */
export function Entry({ title, description, children }: EntryProps) {
  return (
    <EntryCard>
      <Page title={title} description={description}>
        {children}
      </Page>
    </EntryCard>
  )
}
