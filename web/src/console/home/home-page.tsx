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
import { useDeskViews } from '../orders/desk-counts.ts'
import type { CountedView } from '../orders/desk-counts.ts'
import { countText } from '../orders/order-filter.ts'
import { useWorkspace } from '../workspace-context.tsx'
import styles from './home-page.module.css'
import { homeQuery } from './home-query.ts'
import type { Home } from './home-query.ts'
import { failedMailsQuery, ownSubject } from '../settings/settings-queries.ts'
import type { CountedMails, FailedMails, MailStatus } from '../settings/settings-queries.ts'
import { counted } from '../../../../server/src/shared/counted.ts'
import { ORDERS_COUNTED } from '../../../../server/src/shared/limits.ts'
import { TextLink } from '../../shared/text-link.tsx'
import { lazyPart } from '../../shared/lazy-part.ts'

// Only a new workspace needs its code.
const SetUpSteps = lazyPart(async () => ({ default: (await import('./set-up-steps.tsx')).SetUpSteps }))
// Its code comes after the first rows.
const Turnover = lazyPart(() => import('../orders/turnover.tsx'))

export function HomePage() {
  const { slug } = useWorkspace()
  const { data: home, error, refetch } = useQuery(homeQuery(slug))
  const { data: failedMails, isPending } = useQuery(failedMailsQuery(slug))
  const desk = useDeskViews()
  // All at once, so that nothing moves.
  const isWaiting = isPending || desk.isPending
  return (
    <Page title="Home">
      <Problem error={home ? null : error} retry={() => void refetch()} />
      {home && !isWaiting ? <Content {...{ home, failedMails, views: desk.views }} /> : <Skeleton h={240} />}
    </Page>
  )
}

type ContentProps = { home: Home; failedMails: FailedMails | undefined; views: CountedView[] }

function Content({ home, failedMails, views }: ContentProps) {
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
          <OrderDesk views={views} />
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
          {failedMails && (
            <>
              <Mails title="Mails not sent yet" status="queued" mails={failedMails.waiting} />
              <Mails title="Failed mails" status="failed" mails={failedMails} />
            </>
          )}
          <Card title="Failed images" list={failedImages} all={{ to: '/w/$slug/failed-images', params }}>
            {failedImages.first.map((product) => (
              <ProductEntry key={product.id} {...product} />
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

/** What waits for the desk besides new orders, which have their own card. */
function OrderDesk({ views }: { views: CountedView[] }) {
  const { slug } = useWorkspace()
  const waiting = views.filter(({ name, search, count }) => count && !search.view && name !== 'To confirm')
  if (waiting.length === 0) return null
  return (
    <Card title="Order desk" list={null}>
      {waiting.map(({ key, name, search, count }) => (
        <Entry
          key={key}
          link={{ to: '/w/$slug/orders', params: { slug }, search }}
          label={name}
          detail={countText(count!, ORDERS_COUNTED) + (count === 1 ? ' order' : ' orders')}
        />
      ))}
    </Card>
  )
}

type MailsProps = { title: string; status: MailStatus; mails: CountedMails }

/** They are asked for apart, as mails are sent without a change of the workspace. */
function Mails({ title, status, mails }: MailsProps) {
  const { slug, name } = useWorkspace()
  return (
    <Card title={title} list={mails} all={{ to: '/w/$slug/settings/mail', params: { slug }, search: { status } }}>
      {mails.first.map((mail) => (
        <Entry
          key={mail.id}
          link={{ to: '/w/$slug/settings/mail', params: { slug }, search: { status, mail: mail.id } }}
          label={ownSubject(mail, name)}
          detail={mail.problem === null ? mail.to : `${mail.to} · ${mail.problem}`}
        />
      ))}
    </Card>
  )
}

type CardProps = {
  title: string
  /** Null for one that counts nothing itself. */
  list: { total: number; first: unknown[] } | null
  all?: LinkProps
  children: ReactNode
}

function Card({ title, list, all, children }: CardProps) {
  if (list?.total === 0) return null
  return (
    <Paper withBorder p="md" component="section" aria-label={title}>
      <Group justify="space-between" mb="xs">
        <Title order={2} size="h4">
          {title}
        </Title>
        {list && (
          <Text fw={650} size="lg">
            {list.total.toLocaleString('en')}
          </Text>
        )}
      </Group>
      <ul className={styles.entries}>{children}</ul>
      {all && list && list.total > list.first.length && (
        <Text size="sm" mt="xs">
          <TextLink {...all}>Show all {list.total.toLocaleString('en')}</TextLink>
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
