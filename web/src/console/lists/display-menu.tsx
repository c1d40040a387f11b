import { ActionIcon, Button, Checkbox, Group, Popover, Radio, Stack, Text } from '@mantine/core'
import { IconAdjustmentsHorizontal, IconArrowDown, IconArrowUp, IconMinus, IconPlus } from '@tabler/icons-react'
import type { ComponentProps } from 'react'
import { DENSITIES, useDensity } from '../../shared/density.ts'
import type { Density } from '../../shared/density.ts'
import { MIN_WIDTH } from '../../shared/width-handle.tsx'
import { moved } from './column-choice.ts'
import type { ColumnsOfList } from './use-columns.ts'

const DENSITY_LABEL: Record<Density, string> = { compact: 'Compact', comfortable: 'Comfortable' }
/** By how much a column becomes wider or narrower, in pixels; and what one has that was as wide as its content. */
const STEP = 40
const USUAL = 160

/** How a list looks: the height of its rows; which columns it has, in which order, and how wide they are. */
export function DisplayMenu({ columns }: { columns: ColumnsOfList }) {
  const [density, setDensity] = useDensity()
  return (
    <Popover position="bottom-end" trapFocus returnFocus withinPortal={false}>
      <Popover.Target>
        <Button
          variant="default"
          size="xs"
          visibleFrom="sm"
          leftSection={<IconAdjustmentsHorizontal size={14} aria-hidden />}
        >
          Display
        </Button>
      </Popover.Target>
      <Popover.Dropdown aria-label="Display">
        <Stack gap="xs">
          <Radio.Group label="Rows" size="xs" value={density} onChange={(value) => setDensity(value as Density)}>
            <Group gap="md" mt={4}>
              {DENSITIES.map((one) => (
                <Radio key={one} size="xs" value={one} label={DENSITY_LABEL[one]} />
              ))}
            </Group>
          </Radio.Group>
          <div role="group" aria-label="Columns">
            <Text size="xs" fw={500} aria-hidden>
              Columns
            </Text>
            <ColumnChoices columns={columns} />
          </div>
          <Button variant="default" size="xs" onClick={columns.reset}>
            Reset columns
          </Button>
        </Stack>
      </Popover.Dropdown>
    </Popover>
  )
}

function ColumnChoices({ columns }: { columns: ColumnsOfList }) {
  const { offered, chosen, change, widen } = columns
  const keys = new Set(chosen.map(({ key }) => key))
  const headerOf = (wanted: string) => offered.find(({ key }) => key === wanted)!.header
  return (
    <>
      {chosen.map(({ key, width = USUAL }, at) => {
        const header = headerOf(key)
        const isFirst = at === 0
        return (
          <Group key={key} wrap="nowrap" gap={2} mih={28}>
            <Checkbox
              size="xs"
              flex={1}
              miw="9rem"
              label={header}
              checked
              disabled={chosen.length === 1}
              onChange={() => change(chosen.filter((one) => one.key !== key))}
            />
            <Step
              label={`Narrow ${header}`}
              icon={IconMinus}
              onClick={() => widen(key, Math.max(MIN_WIDTH, width - STEP))}
            />
            <Step label={`Widen ${header}`} icon={IconPlus} onClick={() => widen(key, width + STEP)} />
            <Step
              label={`Move ${header} back`}
              icon={IconArrowUp}
              disabled={isFirst}
              onClick={() => change(moved(chosen, key, -1))}
            />
            <Step
              label={`Move ${header} on`}
              icon={IconArrowDown}
              disabled={at === chosen.length - 1}
              onClick={() => change(moved(chosen, key, 1))}
            />
          </Group>
        )
      })}
      {offered
        .filter(({ key }) => !keys.has(key))
        .map(({ key, header }) => (
          <Group key={key} mih={28}>
            <Checkbox size="xs" label={header} checked={false} onChange={() => change([...chosen, { key }])} />
          </Group>
        ))}
    </>
  )
}

type StepProps = { label: string; icon: typeof IconPlus } & Pick<ComponentProps<'button'>, 'disabled' | 'onClick'>

function Step({ label, icon: Icon, ...button }: StepProps) {
  return (
    <ActionIcon variant="subtle" color="gray" size={24} aria-label={label} {...button}>
      <Icon size={14} aria-hidden />
    </ActionIcon>
  )
}
