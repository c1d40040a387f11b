/** Paths of both sizes, and the pixels of the large one. */
type ShownImage = { small: string; large: string; width: number; height: number }

/** A product's image, which opens in full size. Its space is known before it has loaded, so that nothing jumps. */
export function ImageLink({ image, name, className }: { image: ShownImage; name: string; className?: string }) {
  const { small, large, width, height } = image
  return (
    <a href={large} target="_blank" rel="noreferrer" className={className}>
      <img
        src={large}
        srcSet={`${small} 320w, ${large} 1280w`}
        sizes="320px"
        width={width}
        height={height}
        alt={`${name}, in full size`}
        decoding="async"
      />
    </a>
  )
}
