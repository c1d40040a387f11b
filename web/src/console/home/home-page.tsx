import { Box, Group, Paper, Skeleton, Text, Title } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import type { LinkProps } from '@tanstack/react-router'
import { Suspense } from 'react'
import type { ReactNode } from 'react'
import { formatDateTime } from '../../shared/dates.ts'
import { formatMoney } from '../../shared/money.tsx'
import { Page } from '../../shared/page.tsx'
import { Problem } from '../../shared/problem.tsx'
import { RelativeTime } from '../../shared/relative-time.tsx'
import { useWorkspace } from '../workspace-context.tsx'
import styles from './home-page.module.css'
import { homeQuery } from './home-query.ts'
import { failedMailsQuery } from '../settings/mail-queries.ts'
import type { Home } from './home-query.ts'
import { counted } from '../../../../server/src/rules/counted.ts'
import { TextLink } from '../../shared/text-link.tsx'
import { lazyPart } from '../../shared/lazy-part.ts'

// Only a new workspace needs its code.
const SetUpSteps = lazyPart(async () => ({ default: (await import('./set-up-steps.tsx')).SetUpSteps }))
// Its code comes after the first rows.
const Turnover = lazyPart(() => import('../orders/turnover.tsx'))

export function HomePage() {
  const { slug } = useWorkspace()
  const { data: home, error, refetch } = useQuery(homeQuery(slug))
  return (
    <Page title="Home">
      <Problem error={home ? null : error} retry={() => void refetch()} />
      {home ? <Content home={home} /> : <Skeleton h={240} />}
    </Page>
  )
}

function Content({ home }: { home: Home }) {
  const { slug, currency, timezone } = useWorkspace()
  const params = { slug }
  const { newOrders, drafts, scheduled, withoutPrice, failedImages, setUp } = home
  // A workspace that sells needs no first steps, also without some of them.
  const hasFoundItsWay = setUp.products && setUp.customers && setUp.orders
  return (
    <>
      {!hasFoundItsWay && (
        <Suspense fallback={<Skeleton h={400} mb="md" />}>
          <SetUpSteps setUp={setUp} withoutPrice={withoutPrice} />
        </Suspense>
      )}
      {setUp.products && (
        <Box className={styles.cards}>
          <Card title="New orders" list={newOrders} all={{ to: '/w/$slug/orders', params, search: { status: 'new' } }}>
            {newOrders.first.map((order) => (
              <Entry
                key={order.id}
                link={{ to: '/w/$slug/orders/$id', params: { slug, id: order.id } }}
                label={`Order ${order.number}`}
                detail={
                  <>
                    {order.customer.name} · {formatMoney(order.subtotal, currency)} ·{' '}
                    <RelativeTime at={order.placedAt} timezone={timezone} />
                  </>
                }
              />
            ))}
          </Card>
          <Card
            title="Drafts"
            list={drafts}
            all={{ to: '/w/$slug/price-changes', params, search: { status: 'draft' } }}
          >
            {drafts.first.map((change) => (
              <Entry
                key={change.id}
                link={{ to: '/w/$slug/price-changes/$id', params: { slug, id: change.id } }}
                label={change.name}
                detail={
                  <>
                    {counted(change.lineCount, 'price')} · by {change.createdBy.name} ·{' '}
                    <RelativeTime at={change.createdAt} timezone={timezone} />
                  </>
                }
              />
            ))}
          </Card>
          <Card
            title="Scheduled"
            list={scheduled}
            all={{ to: '/w/$slug/price-changes', params, search: { status: 'scheduled' } }}
          >
            {scheduled.first.map((change) => (
              <Entry
                key={change.id}
                link={{ to: '/w/$slug/price-changes/$id', params: { slug, id: change.id } }}
                label={change.name}
                detail={`${counted(change.lineCount, 'price')} · ${formatDateTime(change.scheduledFor!, timezone)}`}
              />
            ))}
          </Card>
          <Card
            title="Products without a price"
            list={withoutPrice}
            all={{ to: '/w/$slug/products', params, search: { withoutPrice: 'true' } }}
          >
            {withoutPrice.first.map((product) => (
              <ProductEntry key={product.id} {...product} />
            ))}
          </Card>
          <FailedMails />
          <Card title="Failed images" list={failedImages} all={{ to: '/w/$slug/failed-images', params }}>
            {failedImages.first.map((product) => (
              <ProductEntry key={product.id} {...product} />
            ))}
          </Card>
        </Box>
      )}
      {setUp.orders && (
        <Box mt="xl">
          <Suspense fallback={<Skeleton h={280} />}>
            <Turnover />
          </Suspense>
        </Box>
      )}
    </>
  )
}

/** Only once one has failed: it is asked for apart, as mails are sent without a change of the workspace. */
function FailedMails() {
  const { slug } = useWorkspace()
  const { data: failed } = useQuery(failedMailsQuery(slug))
  if (!failed) return null
  return (
    <Card
      title="Failed mails"
      list={failed}
      all={{ to: '/w/$slug/settings/mail', params: { slug }, search: { status: 'failed' } }}
    >
      {failed.first.map(({ id, subject, to }) => (
        <Entry
          key={id}
          link={{ to: '/w/$slug/settings/mail', params: { slug }, search: { status: 'failed', mail: id } }}
          label={subject}
          detail={to}
        />
      ))}
    </Card>
  )
}

type CardProps = {
  title: string
  list: { total: number; first: unknown[] }
  all?: LinkProps
  children: ReactNode
}

function Card({ title, list: { total, first }, all, children }: CardProps) {
  if (total === 0) return null
  return (
    <Paper withBorder p="md" component="section" aria-label={title}>
      <Group justify="space-between" mb="xs">
        <Title order={2} size="h4">
          {title}
        </Title>
        <Text fw={650} size="lg">
          {total.toLocaleString('en')}
        </Text>
      </Group>
      <ul className={styles.entries}>{children}</ul>
      {all && total > first.length && (
        <Text size="sm" mt="xs">
          <TextLink {...all}>Show all {total.toLocaleString('en')}</TextLink>
        </Text>
      )}
    </Paper>
  )
}

function Entry({ link, label, detail }: { link: LinkProps; label: string; detail: ReactNode }) {
  return (
    <li>
      <TextLink size="sm" fw={600} lineClamp={2} {...link}>
        {label}
      </TextLink>
      <Text size="sm" c="dimmed">
        {detail}
      </Text>
    </li>
  )
}

function ProductEntry({ id, sku, name }: { id: string; sku: string; name: string }) {
  const { slug } = useWorkspace()
  return <Entry link={{ to: '/w/$slug/products/$id', params: { slug, id } }} label={name} detail={sku} />
}
