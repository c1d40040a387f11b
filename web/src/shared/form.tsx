import type { MouseEvent, ReactNode } from 'react'

type FormProps = {
  onSubmit: () => void
  /** Told the texts beside a field that is changed, its error among them: `useSubmit` forgets that. */
  onFieldChange: (texts: string[]) => void
  'aria-label'?: string
  children: ReactNode
}

/** A form whose fields the page and the service judge, not the browser. */
export function Form({ onSubmit, onFieldChange, ...form }: FormProps) {
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- they are for the buttons in it
    <form
      {...form}
      noValidate
      onChange={({ target }) => onFieldChange(textsBeside(target as Element))}
      // A field that is left may show a problem, which moves the button: it is left with the click.
      onMouseDown={(event) => pressedButton(event) && event.preventDefault()}
      onClickCapture={(event) => pressedButton(event)?.focus()}
      onSubmit={(event) => {
        event.preventDefault()
        // A dialog's form lies, for React, within the form of the page.
        event.stopPropagation()
        const unfit = [...event.currentTarget.querySelectorAll('input')].find(({ validity }) => validity.customError)
        if (unfit) unfit.focus()
        else onSubmit()
      }}
    />
  )
}

/** The button under the pointer. Enter in a field clicks a button, too, but at no place. */
function pressedButton({ target, detail }: MouseEvent): HTMLButtonElement | null {
  return detail > 0 ? (target as Element).closest('button') : null
}

function textsBeside(field: Element): string[] {
  const ids = field.getAttribute('aria-describedby')?.split(' ') ?? []
  return ids.flatMap((id) => document.getElementById(id)?.textContent ?? [])
}
