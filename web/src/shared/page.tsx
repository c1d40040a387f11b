import { Box, Group, Tabs, Text, Title, Card, Anchor } from '@mantine/core'
import type { LinkProps } from '@tanstack/react-router'
import { useEffect, createContext, use } from 'react'
import type { ReactNode } from 'react'
import { TextLink } from './links.tsx'
import { useSearchParam } from './search-params.ts'

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
  const siteName = useSiteName()
  useEffect(() => {
    document.title = `${title} · ${siteName}`
  }, [title, siteName])
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

/** What stands behind the name of a page in its title: the workspace's name, or the product's outside a workspace. */
const SiteName = createContext('Trade Catalogue')

export const SiteNameProvider = SiteName.Provider

function useSiteName(): string {
  return use(SiteName)
}
