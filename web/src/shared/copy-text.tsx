import { Button, Code, CopyButton, Group } from '@mantine/core'
import { IconCheck, IconCopy } from '@tabler/icons-react'

/** A text to take away, with a button that copies it. */
export function CopyText({ text, label = 'Copy' }: { text: string; label?: string }) {
  return (
    <Group wrap="nowrap" align="flex-start" gap="xs">
      <Code block flex={1} tabIndex={0} style={{ whiteSpace: 'pre-wrap', overflowWrap: 'anywhere' }}>
        {text}
      </Code>
      <CopyButton value={text}>
        {({ copied, copy }) => (
          <Button
            variant="default"
            size="xs"
            onClick={copy}
            leftSection={copied ? <IconCheck size={14} /> : <IconCopy size={14} />}
          >
            {copied ? 'Copied' : label}
          </Button>
        )}
      </CopyButton>
    </Group>
  )
}
