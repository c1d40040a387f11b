import { useEffect, useId, useRef } from 'react'
import type { KeyboardEvent } from 'react'
import type { Editing, Edits } from './grid-edit.ts'
import styles from './price-grid.module.css'

/** The field in a cell that is being edited. Enter takes it and goes down, Tab goes on, Escape gives it up. */
export function CellEditor({ editing, label, edits }: { editing: Editing; label: string; edits: Edits }) {
  const field = useRef<HTMLInputElement>(null)
  const problemId = useId()
  const { isTyped, text, problem } = editing
  useEffect(() => {
    field.current!.focus()
    if (!isTyped) field.current!.select()
  }, [isTyped])
  const keys: Record<string, () => void> = {
    Enter: () => edits.commitAndMove('ArrowDown'),
    'Shift+Enter': () => edits.commitAndMove('ArrowUp'),
    Tab: () => edits.commitAndMove('ArrowRight'),
    'Shift+Tab': () => edits.commitAndMove('ArrowLeft'),
    ArrowDown: () => edits.commitAndMove('ArrowDown'),
    ArrowUp: () => edits.commitAndMove('ArrowUp'),
    Escape: edits.cancel,
  }
  const onKeyDown = (event: KeyboardEvent) => {
    event.stopPropagation()
    const act = keys[`${event.shiftKey ? 'Shift+' : ''}${event.key}`]
    if (!act) return
    event.preventDefault()
    act()
  }
  return (
    <>
      <input
        ref={field}
        className={styles.editor}
        inputMode="decimal"
        autoComplete="off"
        aria-label={label}
        aria-invalid={problem !== undefined}
        aria-describedby={problem ? problemId : undefined}
        value={text}
        onChange={(event) => edits.change(event.currentTarget.value)}
        onKeyDown={onKeyDown}
        onBlur={edits.leave}
      />
      {problem && (
        <span id={problemId} role="alert" className={styles.problem}>
          {problem}
        </span>
      )}
    </>
  )
}
