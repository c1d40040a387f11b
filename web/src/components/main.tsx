import '@mantine/core/styles.css'
import '../shared/global.css'
import { Box, Button, Container, Stack, Text, useMantineColorScheme } from '@mantine/core'
import { RouterProvider, createMemoryHistory, createRootRoute, createRouter } from '@tanstack/react-router'
import { Page } from '../shared/page.tsx'
import { createQueryClient } from '../shared/query-client.ts'
import { render } from '../shared/root.tsx'
import { Section } from '../shared/section.tsx'
import { COMPONENTS } from './component-states.tsx'

/* The components of `shared` in their states, at /components.html of `npm run dev`. The build leaves this page out. */

const queryClient = createQueryClient()
queryClient.setQueryData(['passkey-place'], { origin: 'https://catalogue.example', reason: null })

const router = createRouter({
  routeTree: createRootRoute({ component: ComponentsPage }),
  history: createMemoryHistory(),
})

function ComponentsPage() {
  const { toggleColorScheme } = useMantineColorScheme()
  return (
    <Container component="main" py="md">
      <Page
        title="Components"
        description="What the applications share, in its states."
        actions={<Button onClick={toggleColorScheme}>Other colours</Button>}
      >
        <Stack>
          {Object.entries(COMPONENTS).map(([name, states]) => (
            <Section key={name} title={name}>
              <Stack gap="lg">
                {Object.entries(states).map(([state, shown]) => (
                  <Box key={state}>
                    <Text size="sm" c="dimmed" mb={4}>
                      {state}
                    </Text>
                    {shown}
                  </Box>
                ))}
              </Stack>
            </Section>
          ))}
        </Stack>
      </Page>
    </Container>
  )
}

render(queryClient, <RouterProvider router={router as never} />)
