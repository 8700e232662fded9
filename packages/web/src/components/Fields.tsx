/** Form fields, each with its label, its hint and its error. */
import type { ComponentChildren } from "preact"
import { useLayoutEffect, useRef, useState } from "preact/hooks"
import { t } from "../texts/Texts.ts"
import "./Fields.css"
import "./Joined.css"

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

/** The attributes that every input and list of a field shares. */
const attributesOf = (field: FieldParts) =>
  ({
    class: "field__input",
    id: field.name,
    name: field.name,
    "aria-invalid": field.error !== undefined,
    "aria-describedby": describedBy(field)
  }) as const

interface ValueProps extends FieldParts {
  readonly value: string
  readonly onInput: (value: string) => void
}

const typedAttributesOf = (field: ValueProps) => ({
  ...attributesOf(field),
  value: field.value,
  onInput: ({ currentTarget }: { readonly currentTarget: HTMLInputElement }) => field.onInput(currentTarget.value)
})

/** Keeps browsers from correcting what a person types. */
const verbatim = { autoCapitalize: "none", spellcheck: false } as const

const FieldError = ({ name, text }: { readonly name: string; readonly text: string }) => (
  <p class="field__error" id={`${name}-error`}>
    {text}
  </p>
)

interface LabelledProps extends FieldParts {
  readonly isFilter?: boolean
  readonly children: ComponentChildren
}

const Labelled = ({ children, error, hint, isFilter = false, label, name }: LabelledProps) => (
  <div class={isFilter ? "field field--filter" : "field"}>
    <label class="field__label" for={name}>
      {label}
    </label>
    {hint !== undefined && (
      <p class="field__hint" id={`${name}-hint`}>
        {hint}
      </p>
    )}
    {error !== undefined && <FieldError name={name} text={error} />}
    {children}
  </div>
)

export interface TextFieldProps extends ValueProps {
  /**
   * The keyboard that a phone shows. For digits, use `numeric`: a field of the type `number` would drop leading zeros.
   */
  readonly keyboard?: "text" | "email" | "tel" | "numeric" | "search"
  readonly autoComplete?: string
  /** True for a short code. The field shows it in large letters and takes the focus. */
  readonly isCode?: boolean
  /** The length of the code, if it is known. The field then shows a separate place for each character. */
  readonly places?: number | undefined
}

/** How many separate places, one for each character of a code, fit side by side on a phone. */
const maxPlaces = 8

/**
 * Gives a field the focus when it appears. Runs before the screen is painted, so that nothing that a person types is
 * lost.
 */
const useFocus = (wanted: boolean) => {
  const input = useRef<HTMLInputElement>(null)
  useLayoutEffect(() => {
    if (wanted) input.current?.focus()
  }, [])
  return input
}

/** A search field with a magnifying glass before the text. */
const SearchInput = ({ children }: { readonly children: ComponentChildren }) => (
  <div class="field__search">
    <svg
      viewBox="0 0 24 24"
      width="22"
      height="22"
      fill="none"
      stroke="currentColor"
      stroke-width="2"
      aria-hidden="true"
    >
      <path d="M4.5 10.500a6 6 0 1 0 12 0a6 6 0 1 0-12 0M15 15l5 5" stroke-linecap="round" />
    </svg>
    {children}
  </div>
)

export const TextField = (props: TextFieldProps) => {
  const { autoComplete = "off", isCode = false, keyboard = "text", places } = props
  const input = useFocus(isCode)
  const hasPlaces = places !== undefined && places <= maxPlaces
  const typed = (
    <input
      {...typedAttributesOf(props)}
      {...verbatim}
      ref={input}
      {...(isCode && { class: `field__input field__input--code ${hasPlaces ? "field__input--places" : ""}` })}
      {...(hasPlaces && { style: { "--places": places } })}
      type="text"
      inputMode={keyboard}
      autoComplete={autoComplete}
    />
  )
  return <Labelled {...props}>{keyboard === "search" ? <SearchInput>{typed}</SearchInput> : typed}</Labelled>
}

export interface DateFieldProps extends ValueProps {
  /** The first and the last day that a person can choose. Days are `YYYY-MM-DD`. */
  readonly min: string
  readonly max: string
  /** True if the field takes the focus when it appears. */
  readonly takesFocus?: boolean
}

export const DateField = (props: DateFieldProps) => {
  const { max, min, takesFocus = false } = props
  const input = useFocus(takesFocus)
  return (
    <Labelled {...props}>
      <input {...typedAttributesOf(props)} ref={input} type="date" min={min} max={max} />
    </Labelled>
  )
}

/** An eye, crossed out while the password is visible. */
const Eye = ({ isCrossed }: { readonly isCrossed: boolean }) => (
  <svg viewBox="0 0 24 24" width="24" height="24" fill="none" stroke="currentColor" stroke-width="2" aria-hidden="true">
    <path d="M2 12c3-5 6-7 10-7s7 2 10 7c-3 5-6 7-10 7s-7-2-10-7z" />
    <circle cx="12" cy="12" r="3" />
    {isCrossed && <path d="M4 20 20 4" />}
  </svg>
)

export const PasswordField = (props: ValueProps) => {
  const [isShown, show] = useState(false)
  const attributes = { ...typedAttributesOf(props), ...verbatim, autoComplete: "current-password" }
  return (
    <Labelled {...props}>
      <div class="field__secret">
        {isShown ? <input {...attributes} type="text" /> : <input {...attributes} type="password" />}
        <button
          type="button"
          class="field__eye"
          aria-label={t(isShown ? "details.hide" : "details.show")}
          onClick={() => show(!isShown)}
        >
          <Eye isCrossed={isShown} />
        </button>
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
  const { accept, onChoose } = props
  return (
    <Labelled {...props}>
      <input
        {...attributesOf(props)}
        type="file"
        accept={accept}
        onChange={({ currentTarget }) => onChoose(currentTarget.files?.[0])}
      />
    </Labelled>
  )
}

export interface CheckboxProps {
  readonly name: string
  readonly label: string
  readonly hint?: string
  readonly isInvalid?: boolean
  readonly checked: boolean
  readonly onChange: (checked: boolean) => void
}

/** A check box with a label and a hint. */
export const Checkbox = ({ checked, hint, isInvalid = false, label, name, onChange }: CheckboxProps) => (
  <label class="tick">
    <input
      type="checkbox"
      id={name}
      name={name}
      checked={checked}
      aria-invalid={isInvalid}
      onChange={({ currentTarget }) => onChange(currentTarget.checked)}
    />
    <span class="tick__text">
      <span class="field__label">{label}</span>
      {hint !== undefined && <span class="field__hint">{hint}</span>}
    </span>
  </label>
)

export interface CheckboxGroupProps {
  /** The question. Without a hint below it, it is one itself: quiet until an error takes its place. */
  readonly label?: string | undefined
  readonly hint?: string | undefined
  readonly error?: string | undefined
  readonly children: ComponentChildren
}

/** Check boxes that belong together, with one line between two of them. */
export const CheckboxGroup = ({ children, error, hint, label }: CheckboxGroupProps) => {
  const kind = error === undefined ? (hint === undefined ? "hint" : "label") : "error"
  const legend = error ?? label
  return (
    <fieldset class="field ticks">
      {legend !== undefined && <legend class={`field__${kind}`}>{legend}</legend>}
      {hint !== undefined && <p class="field__hint">{hint}</p>}
      <div class="joined">{children}</div>
    </fieldset>
  )
}

export interface SelectFieldProps extends FieldParts {
  readonly value: string
  readonly options: ReadonlyArray<readonly [value: string, label: string]>
  readonly onChange: (value: string) => void
  /** True if the field filters a list. It is then shown as one short line, not as a question. */
  readonly isFilter?: boolean
}

export const SelectField = (props: SelectFieldProps) => {
  const { isFilter = false, onChange, options, value } = props
  return (
    <Labelled {...props} isFilter={isFilter}>
      <select {...attributesOf(props)} value={value} onChange={({ currentTarget }) => onChange(currentTarget.value)}>
        {options.map(([option, text]) => (
          <option key={option} value={option}>
            {text}
          </option>
        ))}
      </select>
    </Labelled>
  )
}
