import { Link } from '@tanstack/react-router'
import type { LinkProps } from '@tanstack/react-router'
import type { ComponentProps, ReactNode } from 'react'
import { ProductPicture } from './product-picture.tsx'
import styles from './pictures.module.css'

type BesidePictureProps = Omit<ComponentProps<typeof ProductPicture>, 'size'> & {
  /** Where the name beside it leads, if it does. */
  link: LinkProps | null
  children: ReactNode
}

/** What a product is called, beside its small picture. */
export function BesidePicture({ link, children, ...product }: BesidePictureProps) {
  const picture = <ProductPicture {...product} size={48} />
  return (
    <div className={styles.row}>
      {link ? (
        <Link {...link} aria-hidden tabIndex={-1}>
          {picture}
        </Link>
      ) : (
        picture
      )}
      <div>{children}</div>
    </div>
  )
}
