import { Button, Menu } from '@mantine/core'
import { IconDownload } from '@tabler/icons-react'

const LABELS = { csv: 'CSV', xlsx: 'Excel', pdf: 'PDF' } as const

type Format = keyof typeof LABELS

type ExportMenuProps = {
  /** Of the button. */
  label: string
  /** The address of the file, without its format. */
  href: string
  /** The filter of the list. */
  query?: Record<string, string>
  formats?: readonly Format[]
  /** Another file of the same list. */
  further?: { label: string; href: string; query?: Record<string, string> }
  /** A page that asks for something before it gives a file. */
  page?: { label: string; href: string } | undefined
  /** What asks for more, on this page. */
  action?: { label: string; run: () => void }
}

/** A button with the kinds of a file to download. */
export function ExportMenu({
  label,
  href,
  query = {},
  formats = ['csv', 'xlsx'],
  further,
  page,
  action,
}: ExportMenuProps) {
  return (
    <Menu position="bottom-end">
      <Menu.Target>
        <Button variant="default" leftSection={<IconDownload size={16} aria-hidden />}>
          {label}
        </Button>
      </Menu.Target>
      <Menu.Dropdown>
        {formats.map((format) => (
          <Menu.Item key={format} component="a" href={addressOf(href, query, format)} download>
            {LABELS[format]}
          </Menu.Item>
        ))}
        {page && (
          <Menu.Item component="a" href={page.href}>
            {page.label}
          </Menu.Item>
        )}
        {action && <Menu.Item onClick={action.run}>{action.label}</Menu.Item>}
        {further && (
          <>
            <Menu.Divider />
            {formats.map((format) => (
              <Menu.Item
                key={format}
                component="a"
                href={addressOf(further.href, further.query ?? query, format)}
                download
              >
                {further.label}, {LABELS[format]}
              </Menu.Item>
            ))}
          </>
        )}
      </Menu.Dropdown>
    </Menu>
  )
}

function addressOf(href: string, query: Record<string, string>, format: Format): string {
  return `${href}?${new URLSearchParams({ ...query, format })}`
}
