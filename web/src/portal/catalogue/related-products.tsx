import { Title } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { formatMoney } from '../../shared/money.tsx'
import { ProductPicture } from '../../shared/product-picture.tsx'
import { TextLink } from '../../shared/links.tsx'
import { usePortal } from '../portal-context.tsx'
import styles from './catalogue.module.css'
import { relatedQuery } from './product-queries.ts'
import type { Product } from './product-queries.ts'

/** What is bought together with a product, and others of its category. */
export default function RelatedProducts({ id, category }: { id: string; category: string | null }) {
  const { slug } = usePortal()
  const { data } = useQuery(relatedQuery(slug, id))
  return (
    <>
      <Related title="Bought together" products={data?.together} />
      <Related title={`More of ${category}`} products={data?.category} />
    </>
  )
}

function Related({ title, products = [] }: { title: string; products: readonly Product[] | undefined }) {
  const { slug, currency } = usePortal()
  if (products.length === 0) return null
  return (
    <section>
      <Title order={2} size="h4" mt="xl" mb="xs">
        {title}
      </Title>
      <ul className={styles.related} aria-label={title}>
        {products.map(({ id, name, categoryId, image, price: { unit } }) => (
          <li key={id}>
            <ProductPicture name={name} category={categoryId} image={image} size={160} />
            <TextLink className={styles.relatedName} to="/t/$slug/products/$id" params={{ slug, id }} size="sm">
              {name}
            </TextLink>
            <div className="figures">{unit === null ? 'No price yet' : formatMoney(unit, currency)}</div>
          </li>
        ))}
      </ul>
    </section>
  )
}
