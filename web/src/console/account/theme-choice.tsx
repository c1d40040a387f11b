import { Radio, Stack, useMantineColorScheme } from '@mantine/core'
import type { MantineColorScheme } from '@mantine/core'
import { Section } from '../../shared/section.tsx'

const CHOICES: { value: MantineColorScheme; label: string }[] = [
  { value: 'auto', label: 'As the system' },
  { value: 'light', label: 'Light' },
  { value: 'dark', label: 'Dark' },
]

/** The colours, kept in this browser. */
export function ThemeChoice() {
  const { colorScheme, setColorScheme } = useMantineColorScheme()
  return (
    <Section title="Theme">
      <Radio.Group aria-label="Theme" value={colorScheme} onChange={(value) => setColorScheme(value)}>
        <Stack gap="xs">
          {CHOICES.map(({ value, label }) => (
            <Radio key={value} value={value} label={label} />
          ))}
        </Stack>
      </Radio.Group>
    </Section>
  )
}
