import { useRef } from 'react'
import type { PointerEvent } from 'react'
import styles from './width-handle.module.css'

/** The least width of a column, in pixels. */
export const MIN_WIDTH = 48

/** The edge of a column's header, to draw it wider with the pointer. Who has none finds the widths under "Display". */
export function WidthHandle({ onWiden }: { onWiden: (width: number) => void }) {
  const start = useRef({ x: 0, width: 0 })
  const widthAt = ({ clientX }: PointerEvent) =>
    Math.max(MIN_WIDTH, Math.round(start.current.width + clientX - start.current.x))
  return (
    <span
      aria-hidden
      className={styles.handle}
      onPointerDown={(event) => {
        start.current = { x: event.clientX, width: event.currentTarget.closest('th')!.offsetWidth }
        event.currentTarget.setPointerCapture(event.pointerId)
      }}
      onPointerMove={(event) => {
        if (!event.currentTarget.hasPointerCapture(event.pointerId)) return
        const { style } = event.currentTarget.closest('th')!
        style.minWidth = style.width = `${widthAt(event)}px`
      }}
      onPointerUp={(event) => onWiden(widthAt(event))}
    />
  )
}
