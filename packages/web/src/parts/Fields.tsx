/** Form fields, each with its label, its hint and its error. */
import type { ComponentChildren } from "preact"
import { useState } from "preact/hooks"
import { t } from "../texts/Texts.ts"
import { Button } from "./Button.tsx"
import "./Fields.css"

interface FieldParts {
  /** The name in the form, and the id of the element. */
  readonly name: string
  readonly label: string
  readonly hint?: string | undefined
  readonly error?: string | undefined
}

const describedBy = ({ error, hint, name }: FieldParts): string | undefined => {
  const ids = [hint !== undefined && `${name}-hint`, error !== undefined && `${name}-error`]
  return ids.filter((id) => id !== false).join(" ") || undefined
}

const Labelled = ({ children, error, hint, label, name }: FieldParts & { readonly children: ComponentChildren }) => (
  <div class="field">
    <label class="field__label" for={name}>
      {label}
    </label>
    {hint !== undefined && (
      <p class="field__hint" id={`${name}-hint`}>
        {hint}
      </p>
    )}
    {error !== undefined && (
      <p class="field__error" id={`${name}-error`}>
        {error}
      </p>
    )}
    {children}
  </div>
)

export interface TextFieldProps extends FieldParts {
  readonly value: string
  readonly onInput: (value: string) => void
  /** The keyboard that a phone shows. A number field would drop leading zeros. */
  readonly keyboard?: "text" | "email" | "tel" | "numeric" | "search"
  readonly autoComplete?: string
  /** True for a short code, which has large letters. */
  readonly isCode?: boolean
}

export const TextField = (props: TextFieldProps) => {
  const { autoComplete = "off", error, isCode = false, keyboard = "text", name, onInput, value } = props
  return (
    <Labelled {...props}>
      <input
        class={isCode ? "field__input field__input--code" : "field__input"}
        id={name}
        name={name}
        type="text"
        inputMode={keyboard}
        autoComplete={autoComplete}
        autoCapitalize="none"
        spellcheck={false}
        aria-invalid={error !== undefined}
        aria-describedby={describedBy(props)}
        value={value}
        onInput={({ currentTarget }) => onInput(currentTarget.value)}
      />
    </Labelled>
  )
}

export interface DateFieldProps extends FieldParts {
  /** Days are `YYYY-MM-DD`. */
  readonly value: string
  readonly min: string
  readonly max: string
  readonly onInput: (value: string) => void
}

export const DateField = (props: DateFieldProps) => {
  const { error, max, min, name, onInput, value } = props
  return (
    <Labelled {...props}>
      <input
        class="field__input"
        id={name}
        name={name}
        type="date"
        min={min}
        max={max}
        aria-invalid={error !== undefined}
        aria-describedby={describedBy(props)}
        value={value}
        onInput={({ currentTarget }) => onInput(currentTarget.value)}
      />
    </Labelled>
  )
}

export interface PasswordFieldProps extends FieldParts {
  readonly value: string
  readonly onInput: (value: string) => void
}

export const PasswordField = (props: PasswordFieldProps) => {
  const [isShown, show] = useState(false)
  const { error, name, onInput, value } = props
  const attributes = {
    class: "field__input",
    id: name,
    name,
    autoComplete: "current-password",
    autoCapitalize: "none",
    spellcheck: false,
    "aria-invalid": error !== undefined,
    "aria-describedby": describedBy(props),
    value,
    onInput: ({ currentTarget }: { readonly currentTarget: HTMLInputElement }) => onInput(currentTarget.value)
  } as const
  return (
    <Labelled {...props}>
      <div class="field__row">
        {isShown ? <input {...attributes} type="text" /> : <input {...attributes} type="password" />}
        <Button kind="secondary" onPress={() => show(!isShown)} label={t(isShown ? "details.hide" : "details.show")}>
          <span aria-hidden="true">{isShown ? "•••" : "abc"}</span>
        </Button>
      </div>
    </Labelled>
  )
}

export interface FileFieldProps extends FieldParts {
  /** The accepted type, for example `application/pdf`. */
  readonly accept: string
  readonly onChoose: (file: File | undefined) => void
}

export const FileField = (props: FileFieldProps) => {
  const { accept, error, name, onChoose } = props
  return (
    <Labelled {...props}>
      <input
        class="field__input"
        id={name}
        name={name}
        type="file"
        accept={accept}
        aria-invalid={error !== undefined}
        aria-describedby={describedBy(props)}
        onChange={({ currentTarget }) => onChoose(currentTarget.files?.[0])}
      />
    </Labelled>
  )
}

export interface TickProps {
  readonly name: string
  readonly label: string
  readonly hint?: string
  readonly checked: boolean
  readonly onChange: (checked: boolean) => void
}

/** A check box with a label and a hint. */
export const Tick = ({ checked, hint, label, name, onChange }: TickProps) => (
  <label class="tick">
    <input
      type="checkbox"
      id={name}
      name={name}
      checked={checked}
      onChange={({ currentTarget }) => onChange(currentTarget.checked)}
    />
    <span class="tick__text">
      <span class="field__label">{label}</span>
      {hint !== undefined && <span class="field__hint">{hint}</span>}
    </span>
  </label>
)

export interface SelectFieldProps extends FieldParts {
  readonly value: string
  readonly options: ReadonlyArray<readonly [value: string, label: string]>
  readonly onChange: (value: string) => void
}

export const SelectField = (props: SelectFieldProps) => {
  const { name, onChange, options, value } = props
  return (
    <Labelled {...props}>
      <select
        class="field__input"
        id={name}
        name={name}
        value={value}
        onChange={({ currentTarget }) => onChange(currentTarget.value)}
      >
        {options.map(([option, text]) => (
          <option key={option} value={option}>
            {text}
          </option>
        ))}
      </select>
    </Labelled>
  )
}
