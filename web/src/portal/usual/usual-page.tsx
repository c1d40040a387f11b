import { Button, Center, Skeleton, Stack } from '@mantine/core'
import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import { ButtonLink } from '../../shared/button-link.tsx'
import { Empty } from '../../shared/empty.tsx'
import { LiveRegion } from '../../shared/live-region.tsx'
import { Page } from '../../shared/page.tsx'
import { Problem } from '../../shared/problem.tsx'
import { basketQuery } from '../basket/basket-queries.ts'
import { usePortal } from '../portal-context.tsx'
import { UsualOrder } from './usual-order.tsx'
import { usualQuery } from './usual-query.ts'

/** What the customer orders again and again, with the next order filled in. */
export function UsualPage() {
  const { slug, currency, taxLabel } = usePortal()
  const { data, error, refetch, fetchNextPage, hasNextPage, isFetchingNextPage } = useInfiniteQuery(usualQuery(slug))
  const { data: basket, error: withoutBasket } = useQuery(basketQuery(slug))
  const usual = data?.pages.flatMap((page) => page.data)
  // All that is due is in the sum, so it is here before anything is shown.
  const isMoreDue = hasNextPage && usual?.at(-1)?.isDue === true
  useEffect(() => {
    if (isMoreDue && !isFetchingNextPage && !error) void fetchNextPage()
  }, [isMoreDue, isFetchingNextPage, error, fetchNextPage])
  const problem = error ?? withoutBasket
  return (
    <Page title="Usual" description={`What you order most, at your prices of today in ${currency}, ${taxLabel}.`}>
      <Problem error={problem} retry={() => void refetch()} />
      <LiveRegion>{usual?.length === 0 && <NothingYet />}</LiveRegion>
      {usual && basket && !isMoreDue ? (
        <>
          {usual.length > 0 && <UsualOrder usual={usual} basket={basket} />}
          {hasNextPage && (
            <Center mt="md">
              <Button variant="default" loading={isFetchingNextPage} onClick={() => void fetchNextPage()}>
                Show more
              </Button>
            </Center>
          )}
        </>
      ) : (
        !problem && <Loading />
      )}
    </Page>
  )
}

function NothingYet() {
  const { slug } = usePortal()
  return (
    <Empty
      title="Nothing is usual yet"
      action={
        <ButtonLink to="/t/$slug" params={{ slug }}>
          Open the catalogue
        </ButtonLink>
      }
    >
      What you order is listed here, so that the next order takes a moment.
    </Empty>
  )
}

function Loading() {
  return (
    <Stack gap="sm" aria-hidden>
      {[1, 2, 3, 4, 5, 6].map((n) => (
        <Skeleton key={n} h={72} />
      ))}
    </Stack>
  )
}
