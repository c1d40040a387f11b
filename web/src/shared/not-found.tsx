import { Anchor, Text } from '@mantine/core'
import { Page } from './page.tsx'

/** For what is not there, or belongs to others. */
export function NotFound() {
  return (
    <Page title="Not found">
      <Text>
        This page does not exist, or it is not yours to see.{' '}
        <Anchor href="/" underline="always">
          Go to the start
        </Anchor>
      </Text>
    </Page>
  )
}
