import { ActionIcon } from '@mantine/core'
import { IconUserCircle } from '@tabler/icons-react'
import { Suspense, lazy, useState } from 'react'
import { useLater } from './use-later.ts'

const Content = lazy(() => import('./account-menu-content.tsx'))

/** A button whose menu is fetched after the page, or when it is pressed. */
export function AccountMenu() {
  const isLater = useLater()
  const [isWanted, setIsWanted] = useState(false)
  const button = (
    <ActionIcon variant="subtle" color="gray" size="lg" aria-label="Account menu" onClick={() => setIsWanted(true)}>
      <IconUserCircle size={22} stroke={1.6} />
    </ActionIcon>
  )
  if (!isLater && !isWanted) return button
  return (
    <Suspense fallback={button}>
      <Content defaultOpened={isWanted} />
    </Suspense>
  )
}
