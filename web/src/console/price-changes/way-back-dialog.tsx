import { List, Loader, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { counted } from '../../../../server/src/shared/counted.ts'
import { api, dataQuery } from '../../shared/api.ts'
import type { components } from '../../shared/app-api.d.ts'
import { ConfirmDialog } from '../../shared/form-dialog.tsx'
import { formatMoney } from '../../shared/money.tsx'
import { Problem } from '../../shared/problem.tsx'
import { useWorkspace } from '../workspace-context.tsx'
import { oneKey, useOpenDraft } from './queries.ts'
import type { PriceChange } from './queries.ts'

type WayBack = components['schemas']['WayBack']
type Props = { change: PriceChange; opened: boolean; onClose: () => void }

/** Says which old prices the draft would have, and makes it. */
export function WayBackDialog({ change, opened, onClose }: Props) {
  const { slug } = useWorkspace()
  const openDraft = useOpenDraft()
  const params = { path: { slug, id: change.id } }
  const { data, error } = useQuery(
    dataQuery([...oneKey(slug, change.id), 'way-back'], '/app-api/console/{slug}/price-changes/{id}/way-back', params, {
      enabled: opened,
      gcTime: 0,
    }),
  )
  const draft = async () =>
    openDraft((await api.POST('/app-api/console/{slug}/price-changes/{id}/way-back', { params })).data)
  return (
    <ConfirmDialog
      opened={opened}
      onClose={onClose}
      title={`Reverse “${change.name}”`}
      effect={
        error ? (
          <Problem error={error} />
        ) : data ? (
          <Effect wayBack={data} />
        ) : (
          <Loader size="sm" aria-label="Looking up the old prices" />
        )
      }
      confirmLabel="Reverse this change"
      disabled={!data || data.lines === 0}
      onConfirm={draft}
    >
      Nothing changes for customers until you publish the draft.
    </ConfirmDialog>
  )
}

function Effect({ wayBack }: { wayBack: WayBack }) {
  const { currency } = useWorkspace()
  const { lines, changedSince, examples, withoutPrice, unchanged, deleted } = wayBack
  const price = (amount: number | null) => formatMoney(amount, currency)
  return (
    <>
      <Text>
        {lines === 0
          ? 'No price can be reversed.'
          : `This makes a draft with ${counted(lines, 'price')} from before the publication.`}
      </Text>
      {changedSince > 0 && (
        <>
          <Text mt="xs">
            {counted(changedSince, 'of them has', 'of them have')} another list price by now than this price change had
            set:
          </Text>
          <List size="sm">
            {examples.map(({ sku, name, published, current, back }) => (
              <List.Item key={sku}>
                {sku}, {name}: set to {price(published)}, now {price(current)}, goes back to {price(back)}
              </List.Item>
            ))}
            {changedSince > examples.length && <List.Item>…</List.Item>}
          </List>
        </>
      )}
      <List size="sm" c="dimmed" mt="xs">
        {withoutPrice > 0 && (
          <List.Item>
            {counted(withoutPrice, 'product')} had no list price before. It cannot be taken away again.
          </List.Item>
        )}
        {unchanged > 0 && (
          <List.Item>{counted(unchanged, 'product has', 'products have')} the price from before already.</List.Item>
        )}
        {deleted > 0 && <List.Item>{counted(deleted, 'product is', 'products are')} deleted since.</List.Item>}
      </List>
    </>
  )
}
