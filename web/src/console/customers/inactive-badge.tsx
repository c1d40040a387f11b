import { Badge } from '@mantine/core'

export function InactiveBadge() {
  return (
    <Badge color="gray" variant="light" tt="none">
      Inactive
    </Badge>
  )
}
