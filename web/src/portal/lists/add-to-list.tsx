import { Button } from '@mantine/core'
import { IconListCheck } from '@tabler/icons-react'
import { Suspense, useState } from 'react'
import type { SoldIn } from '../../../../server/src/shared/order-quantity.ts'
import { lazyPart } from '../../shared/lazy-part.ts'
import { preview } from '../preview.ts'

const Dialog = lazyPart(() => import('./add-to-list-dialog.tsx'))

type AddToListProps = {
  product: SoldIn & { sku: string; name: string }
  /** Where there is little room. */
  isIcon?: boolean
}

/** Puts a product on a list. The dialog is fetched when it is asked for. */
export default function AddToList({ product, isIcon = false }: AddToListProps) {
  const [opened, setOpened] = useState(false)
  const [wasOpened, setWasOpened] = useState(false)
  if (preview) return null
  const open = () => {
    setWasOpened(true)
    setOpened(true)
  }
  return (
    <>
      <Button
        {...(isIcon
          ? ({ variant: 'subtle', px: 'xs', 'aria-label': 'Add to list' } as const)
          : { variant: 'default', size: 'xs' })}
        title={`Add ${product.name} to a list`}
        onClick={open}
      >
        {isIcon ? <IconListCheck size={18} /> : 'Add to list'}
      </Button>
      {wasOpened && (
        <Suspense>
          <Dialog product={product} opened={opened} onClose={() => setOpened(false)} />
        </Suspense>
      )}
    </>
  )
}
