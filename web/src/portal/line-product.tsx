import { Text } from '@mantine/core'
import type { ReactNode } from 'react'
import { BesidePicture } from '../shared/product-picture.tsx'
import type { PictureSizes } from '../shared/product-picture.tsx'
import { TextLink } from '../shared/links.tsx'
import styles from './line-list.module.css'
import { usePortal } from './portal-context.tsx'

type LineProductProps = {
  productId: string
  name: string
  /** Null where the buyer does not see the product now: then it leads nowhere. */
  picture: { categoryId: string | null; image: PictureSizes | null } | null
  /** What is said below the name. */
  children: ReactNode
}

/** The product of a line: its picture and its name, which lead to its page. */
export function LineProduct({ productId, name, picture, children }: LineProductProps) {
  const { slug } = usePortal()
  const link = picture && ({ to: '/t/$slug/products/$id', params: { slug, id: productId } } as const)
  return (
    <BesidePicture {...{ name, link }} category={picture?.categoryId ?? null} image={picture?.image ?? null}>
      {link ? (
        <TextLink fw={600} className={styles.name} {...link}>
          {name}
        </TextLink>
      ) : (
        <Text fw={600}>{name}</Text>
      )}
      {children}
    </BesidePicture>
  )
}
