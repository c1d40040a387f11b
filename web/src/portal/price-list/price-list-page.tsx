import { Anchor, Group, Text } from '@mantine/core'
import { Page } from '../../shared/page.tsx'
import { usePortal } from '../portal-context.tsx'
import { preview } from '../preview.ts'

const FORMATS = [
  { label: 'CSV', file: 'csv' },
  { label: 'Excel', file: 'xlsx' },
  { label: 'PDF', file: 'pdf' },
]

/** The customer's own prices as a file. */
export function PriceListPage() {
  const { slug, customer, currency, taxLabel } = usePortal()
  return (
    <Page title="Price list" description={`The prices of ${customer.name} today, in ${currency}, ${taxLabel}.`}>
      <Text mb="md">
        Each file has every product that you can order, with its unit, your price and the quantity breaks. It is made
        while it downloads. CSV and Excel are order forms, too: write how many you want in the column “Quantity”, and
        give the file to Quick order.
      </Text>
      <Group gap="lg">
        {FORMATS.map(({ label, file }) => (
          <Anchor
            key={file}
            href={
              preview
                ? `${preview.customerApi}/price-list?format=${file}`
                : `/app-api/portal/${slug}/price-list.${file}`
            }
            download
            className="standalone-link"
          >
            {label}
          </Anchor>
        ))}
      </Group>
    </Page>
  )
}
