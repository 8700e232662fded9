/** A form that checks its fields on submission, and shows each error only once, at its field. */
import type { ComponentChildren } from "preact"
import { useLayoutEffect } from "preact/hooks"
import "./Form.css"

/** The error texts by field name. An error that belongs to no particular field is stored under the form's name. */
export type FieldErrors = Readonly<Record<string, string>>

export interface FormProps {
  readonly name: string
  readonly errors: FieldErrors
  readonly onSubmit: () => void
  readonly children: ComponentChildren
}

/** Shows the error that belongs to no particular field. Each field shows its own error. */
const FormError = ({ text }: { readonly text: string }) => (
  <p class="form__error" role="alert">
    {text}
  </p>
)

/** Moves the focus to the first field with an error, so that screen readers read the field with its error. */
const useFocusOnError = (form: string, errors: FieldErrors) => {
  useLayoutEffect(() => {
    const fields = document.getElementById(form)?.querySelectorAll<HTMLElement>("[aria-invalid=true]") ?? []
    fields[0]?.focus()
  }, [errors])
}

export const Form = ({ children, errors, name, onSubmit }: FormProps) => {
  useFocusOnError(name, errors)
  const { [name]: own } = errors
  return (
    <form
      class="form"
      id={name}
      tabIndex={-1}
      noValidate
      onSubmit={(event) => {
        event.preventDefault()
        onSubmit()
      }}
    >
      {own !== undefined && <FormError text={own} />}
      {children}
    </form>
  )
}
