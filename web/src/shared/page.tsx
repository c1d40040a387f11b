import { Box, Group, Tabs, Text, Title, Card, Stack, Anchor, Alert, Button } from '@mantine/core'
import type { LinkProps } from '@tanstack/react-router'
import { useEffect } from 'react'
import type { ReactNode } from 'react'
import { usePlace } from './place.tsx'
import { useSearchParam } from './search-params.ts'
import { TextLink } from './text-link.tsx'
import { IconAlertTriangle } from '@tabler/icons-react'
import { errorText } from './api.ts'

type Crumb = { label: string; link: LinkProps }

type PageProps = {
  /** The h1, and the first part of the document's title. */
  title: string
  /** Beside the h1: a badge of the status, for example. */
  beside?: ReactNode
  /** Under the h1, in a sentence. */
  description?: ReactNode
  /** Where one came from, the nearest last: the list of which this is one. */
  crumbs?: Crumb[]
  /** Buttons at the end of the heading's line. */
  actions?: ReactNode
  /** In `tab` of the address; the first is the one without it. `children` is the content of the present tab. */
  tabs?: { value: string; label: string }[]
  children?: ReactNode
}

/** The frame of every page: its one h1, the document's title, the way back, actions and tabs. */
export function Page({ title, beside, description, crumbs = [], actions, tabs, children }: PageProps) {
  const place = usePlace()
  useEffect(() => {
    document.title = `${title} · ${place}`
  }, [title, place])
  return (
    <>
      {crumbs.length > 0 && (
        <nav aria-label="Breadcrumbs" className="no-print">
          {crumbs.map(({ label, link }) => (
            <Text key={label} size="sm" span>
              <TextLink {...link}>{label}</TextLink>
              <span aria-hidden> / </span>
            </Text>
          ))}
        </nav>
      )}
      <Group justify="space-between" align="flex-start" gap="sm" mb="md">
        <Box flex={{ base: '1 1 16rem', lg: '1 1 24rem' }} miw={0}>
          <Group gap="sm">
            <Title order={1} tabIndex={-1} style={{ outline: 'none' }}>
              {title}
            </Title>
            {beside}
          </Group>
          {description && (
            <Text c="dimmed" component="div" style={{ overflowWrap: 'anywhere' }}>
              {description}
            </Text>
          )}
        </Box>
        {actions && (
          <Group gap="xs" className="no-print">
            {actions}
          </Group>
        )}
      </Group>
      {tabs ? <PageTabs tabs={tabs}>{children}</PageTabs> : children}
    </>
  )
}

/** The present tab of a page with these tabs. */
export function useTab(tabs: { value: string }[]): string {
  const [tab] = useSearchParam('tab')
  return tabs.find(({ value }) => value === tab)?.value ?? tabs[0]!.value
}

function PageTabs({ tabs, children }: { tabs: { value: string; label: string }[]; children: ReactNode }) {
  const tab = useTab(tabs)
  const [, changeTab] = useSearchParam('tab')
  return (
    <Tabs value={tab} onChange={(value) => changeTab(value === tabs[0]!.value ? null : value)} keepMounted={false}>
      <Tabs.List mb="md">
        {tabs.map(({ value, label }) => (
          <Tabs.Tab key={value} value={value} px={{ base: 'xs', xs: 'md' }}>
            {label}
          </Tabs.Tab>
        ))}
      </Tabs.List>
      <Tabs.Panel value={tab}>{children}</Tabs.Panel>
    </Tabs>
  )
}

/** A part of a page, with its own heading. */
export function Section({ title, children }: { title: string; children: ReactNode }) {
  return (
    <Card withBorder padding="md" component="section">
      <Title order={2} size="h4" mb="sm">
        {title}
      </Title>
      {children}
    </Card>
  )
}

/** Says what belongs in an empty place, and offers the next step. */
export function Empty({ title, children, action }: { title: string; children?: ReactNode; action?: ReactNode }) {
  return (
    <Stack align="center" gap="xs" py="xl" px="md" ta="center">
      <Text fw={600}>{title}</Text>
      {children && (
        <Text c="dimmed" maw={480} component="div">
          {children}
        </Text>
      )}
      {action}
    </Stack>
  )
}

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

/** What went wrong, in words; with `retry`, a button to try again. */
export function Problem({ error, retry }: { error: unknown; retry?: () => void }) {
  if (!error) return null
  return (
    <Alert color="red" icon={<IconAlertTriangle size={18} />} role="alert" mb="md">
      <Group justify="space-between">
        {typeof error === 'string' ? error : errorText(error)}
        {retry && (
          <Button size="compact-sm" variant="default" onClick={retry}>
            Try again
          </Button>
        )}
      </Group>
    </Alert>
  )
}
