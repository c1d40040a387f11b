import { Suspense, useState } from 'react'
import { AccountMenuButton } from '../../shared/account-menu-button.tsx'
import { lazyPart } from '../../shared/lazy-part.ts'
import { useLater } from './use-later.ts'

const Content = lazyPart(() => import('./account-menu-content.tsx'))

/** A button whose menu is fetched after the page, or when it is pressed. */
export function AccountMenu() {
  const isLater = useLater()
  const [opened, setOpened] = useState(false)
  const open = () => setOpened(true)
  // Pressing it counts, not only clicking: the button of the menu may take its place between the two.
  const button = <AccountMenuButton onPointerDown={open} onClick={open} />
  if (!isLater && !opened) return button
  return (
    <Suspense fallback={button}>
      <Content opened={opened} onChange={setOpened} />
    </Suspense>
  )
}
