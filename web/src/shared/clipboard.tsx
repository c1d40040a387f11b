import { Button, Code, Group } from '@mantine/core'
import { IconCheck, IconCopy } from '@tabler/icons-react'
import { useState } from 'react'

/**
 * Copies a text. Browsers have a clipboard for pages under TLS and on this computer only; elsewhere the text of a field
 * is copied.
 */
export async function writeToClipboard(text: string): Promise<void> {
  if (navigator.clipboard) return navigator.clipboard.writeText(text)
  const field = document.createElement('textarea')
  field.value = text
  field.style.position = 'fixed'
  field.style.opacity = '0'
  const focused = document.activeElement
  document.body.append(field)
  field.select()
  document.execCommand('copy')
  field.remove()
  if (focused instanceof HTMLElement) focused.focus()
  return undefined
}

/** How long the button says that it copied, in milliseconds. */
const SAID_MS = 2_000

/** A text to take away, with a button that copies it. */
export function TextToCopy({ text, label = 'Copy' }: { text: string; label?: string }) {
  const [copied, setCopied] = useState(false)
  const copy = async () => {
    await writeToClipboard(text)
    setCopied(true)
    setTimeout(() => setCopied(false), SAID_MS)
  }
  return (
    <Group align="flex-start" gap="xs">
      <Code block flex="1 1 15rem" miw={0} tabIndex={0} style={{ whiteSpace: 'pre-wrap', overflowWrap: 'anywhere' }}>
        {text}
      </Code>
      <Button
        variant="default"
        size="xs"
        onClick={() => void copy()}
        leftSection={copied ? <IconCheck size={14} /> : <IconCopy size={14} />}
      >
        {copied ? 'Copied' : label}
      </Button>
    </Group>
  )
}
