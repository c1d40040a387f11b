import { Group, Text } from '@mantine/core'
import { counted } from '../../../../server/src/shared/counted.ts'
import { GuardedButton } from '../../shared/guarded-button.tsx'
import { useWorkspace } from '../workspace-context.tsx'
import type { Check, Import } from './import-queries.ts'
import { RowsTable } from './rows-table.tsx'
import type { ImportActs } from './use-import-acts.ts'

type DamagedSkusProps = { data: Import; check: Check; acts: ImportActs }

/** SKUs that a spreadsheet has probably damaged, and the products that each may mean: one press takes it. */
export function DamagedSkus({ data: { reading }, check: { damaged }, acts }: DamagedSkusProps) {
  const { reasonNot } = useWorkspace()
  const taken = Object.keys(reading.skus).length
  if (taken + damaged.length === 0) return null
  const clear = damaged.flatMap(({ line, probably }) => (probably.length === 1 ? [[line, probably[0]!.sku]] : []))
  const take = (skus: Record<string, string>) => {
    acts.read(() => ({ skus }))
    acts.move('check')
  }
  const button = {
    size: 'xs',
    variant: 'default',
    reason: reasonNot('write'),
    disabled: acts.pending !== null,
  } as const
  return (
    <div>
      <RowsTable
        title="SKUs that a spreadsheet has probably damaged"
        description="They are read as they are, unless you take the SKU of a product."
        rows={damaged}
        total={damaged.length}
        columns={[
          { header: 'Row', cell: ({ line }) => line },
          { header: 'SKU in the file', cell: ({ sku }) => sku },
          {
            header: 'Product',
            cell: ({ line, probably }) =>
              probably.map(({ sku, name }) => (
                <Group key={sku} gap="0 0.5rem" py={4}>
                  <GuardedButton
                    {...button}
                    aria-label={`Probably ${sku}, row ${line}`}
                    onClick={() => take({ ...reading.skus, [line]: sku })}
                  >
                    Probably {sku}
                  </GuardedButton>
                  <Text span size="sm" c="dimmed">
                    {name}
                  </Text>
                </Group>
              )),
          },
        ]}
      />
      <Group gap="sm" mt="xs">
        {clear.length > 1 && (
          <GuardedButton {...button} onClick={() => take({ ...reading.skus, ...Object.fromEntries(clear) })}>
            Take all {clear.length}
          </GuardedButton>
        )}
        {taken > 0 && (
          <>
            <Text size="sm">{counted(taken, 'row is', 'rows are')} read with another SKU than the file has.</Text>
            <GuardedButton {...button} onClick={() => take({})}>
              Read the SKUs of the file
            </GuardedButton>
          </>
        )}
      </Group>
    </div>
  )
}
