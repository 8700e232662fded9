/** A form that checks its fields on submission, and lists the errors above them. */
import type { ComponentChildren } from "preact"
import { useLayoutEffect, useRef } from "preact/hooks"
import { t } from "../texts/Texts.ts"
import "./Form.css"

/** The error texts by field name. An error of no particular field has the form's name. */
export type FieldErrors = Readonly<Record<string, string>>

export interface FormProps {
  readonly name: string
  readonly errors: FieldErrors
  readonly onSubmit: () => void
  readonly children: ComponentChildren
}

/**
 * Lists the errors, each linked to its field, and takes the focus when the list changes. Asks the person to check the
 * fields only if a field has an error.
 */
const ErrorSummary = ({ errors, form }: { readonly errors: FieldErrors; readonly form: string }) => {
  const box = useRef<HTMLDivElement>(null)
  useLayoutEffect(() => box.current?.focus(), [errors])
  return (
    <div class="summary" role="alert" tabIndex={-1} ref={box}>
      {Object.keys(errors).some((name) => name !== form) && <h2>{t("error.summary")}</h2>}
      <ul>
        {Object.entries(errors).map(([name, text]) => (
          <li key={name}>
            <a
              href={`#${name}`}
              onClick={(event) => {
                event.preventDefault()
                document.getElementById(name)?.focus()
              }}
            >
              {text}
            </a>
          </li>
        ))}
      </ul>
    </div>
  )
}

export const Form = ({ children, errors, name, onSubmit }: FormProps) => (
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
    {Object.keys(errors).length > 0 && <ErrorSummary errors={errors} form={name} />}
    {children}
  </form>
)
