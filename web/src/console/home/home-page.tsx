import { Box, Skeleton, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import type { LinkProps } from '@tanstack/react-router'
import { Suspense } from 'react'
import type { ReactNode } from 'react'
import { formatDateTime } from '../../shared/dates.ts'
import { formatMoney } from '../../shared/money.tsx'
import { Page } from '../../shared/page.tsx'
import { Problem } from '../../shared/problem.tsx'
import { useDeskViews } from '../orders/desk-counts.ts'
import type { CountedView } from '../orders/desk-counts.ts'
import { countText } from '../orders/order-filter.ts'
import { useWorkspace } from '../workspace-context.tsx'
import styles from './home.module.css'
import { homeQuery } from './home-query.ts'
import type { Home } from './home-query.ts'
import { failedMailsQuery, ownSubject } from '../settings/settings-queries.ts'
import type { CountedMails, FailedMails, MailStatus } from '../settings/settings-queries.ts'
import { counted } from '../../../../server/src/shared/counted.ts'
import { ORDERS_COUNTED } from '../../../../server/src/shared/limits.ts'
import { TextLink } from '../../shared/links.tsx'
import { lazyPart } from '../../shared/lazy-part.ts'

// Only a new workspace needs its code.
const SetUpSteps = lazyPart(async () => ({ default: (await import('./set-up-steps.tsx')).SetUpSteps }))
// Its code comes after the first rows.
const Turnover = lazyPart(() => import('../orders/turnover.tsx'))

export function HomePage() {
  const { slug, may } = useWorkspace()
  const { data: home, error, refetch } = useQuery(homeQuery(slug))
  const { data: failedMails, isPending } = useQuery({ ...failedMailsQuery(slug), enabled: may('all') })
  const desk = useDeskViews()
  // All at once, so that nothing moves.
  const isWaiting = (isPending && may('all')) || desk.isPending
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
  const ofView = (wanted: string) => {
    const view = views.find(({ key }) => key === wanted)
    const all = { to: '/w/$slug/orders', params, search: view?.search ?? {} } as const
    return { title: wanted, count: view?.count ?? 0, all }
  }
  const { newOrders, askedQuotes, drafts, scheduled, withoutPrice, failedImages, setUp } = home
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
        <ol className={styles.list} aria-label="What to do next">
          <Todo {...ofView('Late')} />
          <Todo
            title="New orders"
            count={newOrders.total}
            all={{ to: '/w/$slug/orders', params, search: { status: 'new' } }}
          >
            {newOrders.first.map((order) => (
              <Entry
                key={order.id}
                link={{ to: '/w/$slug/orders/$id', params: { slug, id: order.id } }}
                label={`Order ${order.number}`}
                detail={`${order.customer.name} · ${formatMoney(order.subtotal, currency)}`}
              />
            ))}
          </Todo>
          <Todo
            title={askedQuotes.total === 1 ? 'Quote waits for prices' : 'Quotes wait for prices'}
            count={askedQuotes.total}
            all={{ to: '/w/$slug/quotes', params }}
          />
          <Todo {...ofView('Held by credit')} />
          <Todo {...ofView('To dispatch today')} />
          {failedMails && <Mails title="Failed mails" status="failed" mails={failedMails} />}
          <Todo
            title="Drafts"
            count={drafts.total}
            all={{ to: '/w/$slug/price-changes', params, search: { status: 'draft' } }}
          >
            {drafts.first.map((change) => (
              <Entry
                key={change.id}
                link={{ to: '/w/$slug/price-changes/$id', params: { slug, id: change.id } }}
                label={change.name}
                detail={`${counted(change.lineCount, 'price')} · by ${change.createdBy.name}`}
              />
            ))}
          </Todo>
          <Todo
            title="Products without a price"
            count={withoutPrice.total}
            all={{ to: '/w/$slug/products', params, search: { withoutPrice: 'true' } }}
          >
            {withoutPrice.first.map((product) => (
              <ProductEntry key={product.id} {...product} />
            ))}
          </Todo>
          <Todo title="Failed images" count={failedImages.total} all={{ to: '/w/$slug/failed-images', params }}>
            {failedImages.first.map((product) => (
              <ProductEntry key={product.id} {...product} />
            ))}
          </Todo>
          {failedMails && <Mails title="Mails not sent yet" status="queued" mails={failedMails.waiting} />}
          <Todo
            title="Scheduled"
            count={scheduled.total}
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
          </Todo>
        </ol>
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

type MailsProps = { title: string; status: MailStatus; mails: CountedMails }

/** They are asked for apart, as mails are sent without a change of the workspace. */
function Mails({ title, status, mails }: MailsProps) {
  const { slug, name } = useWorkspace()
  return (
    <Todo
      title={title}
      count={mails.total}
      all={{ to: '/w/$slug/settings/mail', params: { slug }, search: { status } }}
    >
      {mails.first.map((mail) => (
        <Entry
          key={mail.id}
          link={{ to: '/w/$slug/settings/mail', params: { slug }, search: { status, mail: mail.id } }}
          label={ownSubject(mail, name)}
          detail={mail.problem === null ? mail.to : `${mail.to} · ${mail.problem}`}
        />
      ))}
    </Todo>
  )
}

type TodoProps = { title: string; count: number; all: LinkProps; children?: ReactNode }

/** What there is to do of one kind, with the first of it. Nothing where there is none. */
function Todo({ title, count, all, children }: TodoProps) {
  if (count === 0) return null
  return (
    <li>
      <section aria-label={title} className={styles.todo}>
        <Text span fw={650} className="figures" ta="end">
          {countText(count, ORDERS_COUNTED)}
        </Text>
        <Text span fw={600}>
          {title}
        </Text>
        <ul className={styles.entries}>{children}</ul>
        <TextLink size="sm" aria-label={`Show all: ${title}`} {...all}>
          Show all
        </TextLink>
      </section>
    </li>
  )
}

function Entry({ link, label, detail }: { link: LinkProps; label: string; detail: ReactNode }) {
  return (
    <li>
      <TextLink size="sm" underline="always" {...link}>
        {label}
      </TextLink>{' '}
      <Text span size="sm" c="dimmed">
        {detail}
      </Text>
    </li>
  )
}

function ProductEntry({ id, sku, name }: { id: string; sku: string; name: string }) {
  const { slug } = useWorkspace()
  return <Entry link={{ to: '/w/$slug/products/$id', params: { slug, id } }} label={name} detail={sku} />
}
