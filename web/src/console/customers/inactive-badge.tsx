import { Badge } from '@mantine/core'

export function InactiveBadge() {
  return (
    <Badge color="gray" variant="light">
      Inactive
    </Badge>
  )
}
