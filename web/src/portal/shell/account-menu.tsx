import { Suspense, lazy, useState } from 'react'
import { AccountMenuButton } from '../../shared/account-menu-button.tsx'
import { useLater } from './use-later.ts'

const Content = lazy(() => import('./account-menu-content.tsx'))

/** A button whose menu is fetched after the page, or when it is pressed. */
export function AccountMenu() {
  const isLater = useLater()
  const [isWanted, setIsWanted] = useState(false)
  const button = <AccountMenuButton onClick={() => setIsWanted(true)} />
  if (!isLater && !isWanted) return button
  return (
    <Suspense fallback={button}>
      <Content defaultOpened={isWanted} />
    </Suspense>
  )
}
