/** The field for one input, with a suitable keyboard and autofill. */
import { DateField, PasswordField, SelectField, TextField } from "../../components/Fields.tsx"
import { marketName } from "../../texts/Formats.ts"
import { t } from "../../texts/Texts.ts"
import { countries, formatPersonalNumber } from "../models/Inputs.ts"
import type { InputName } from "../models/Inputs.ts"

/** An input that a company asks for. The label and the options are the company's own words. */
export interface ShownInput {
  readonly name: InputName
  readonly label?: string
  readonly options?: ReadonlyArray<readonly [value: string, label: string]>
}

export interface InputFieldProps {
  readonly name: InputName
  /** The label of a code, if it is not simply a code, or the company's own label. */
  readonly label?: string | undefined
  readonly value: string
  readonly error?: string | undefined
  readonly onInput: (value: string) => void
}

const today = (): string => new Date().toISOString().slice(0, 10)

export interface AskedFieldProps extends Omit<InputFieldProps, "label" | "name"> {
  readonly company: string
  readonly input: ShownInput
}

/** The field for an input with the company's own label, shown as a quotation, and options. */
export const AskedField = ({ company, input, ...field }: AskedFieldProps) => {
  const { label, name, options } = input
  if (label === undefined && options === undefined) return <InputField {...field} name={name} />
  const quoted = {
    label: label === undefined ? t("field.region") : `“${label}”`,
    hint: t("inputs.quoted", { company })
  }
  const { error, onInput, value } = field
  if (options === undefined) return <TextField name={name} {...quoted} value={value} error={error} onInput={onInput} />
  return (
    <SelectField
      name={name}
      {...quoted}
      value={value}
      error={error}
      options={[["", t("inputs.choose")], ...options]}
      onChange={onInput}
    />
  )
}

/** The fields of plain text, with what the browser can fill in. */
const plainFields = {
  username: { autoComplete: "username" },
  ownerName: { autoComplete: "name" },
  postalCode: { autoComplete: "postal-code" },
  region: {},
  policyNumber: {},
  customerNumber: {}
} as const

const isPlain = (name: InputName): name is keyof typeof plainFields => name in plainFields

export const InputField = ({ error, label = t("field.code"), name, onInput, value }: InputFieldProps) => {
  const shared = { name, value, error, onInput }
  if (isPlain(name)) return <TextField {...shared} label={t(`field.${name}`)} {...plainFields[name]} />
  switch (name) {
    case "personalNumber":
      return (
        <TextField
          {...shared}
          label={t("field.personalNumber")}
          hint={t("field.personalNumber.hint")}
          keyboard="numeric"
          onInput={(typed) => onInput(formatPersonalNumber(typed))}
        />
      )
    case "personalCode":
      return (
        <TextField {...shared} label={t("field.personalCode")} hint={t("field.personalCode.hint")} keyboard="numeric" />
      )
    case "birthDate":
      return <DateField {...shared} label={t("field.birthDate")} min="1900-01-01" max={today()} />
    case "text":
    case "choice":
      return <TextField {...shared} label={label} />
    case "country":
      return (
        <SelectField
          {...shared}
          label={t("field.country")}
          options={countries.map((country) => [country, marketName(country)] as const)}
          onChange={onInput}
        />
      )
    case "phoneNumber":
      return (
        <TextField
          {...shared}
          label={t("field.phone")}
          hint={t("field.phoneNumber.hint")}
          keyboard="tel"
          autoComplete="tel"
        />
      )
    case "password":
      return <PasswordField {...shared} label={t("field.password")} />
    case "email":
      return <TextField {...shared} label={t("field.email")} keyboard="email" autoComplete="email" />
    case "phone":
      return (
        <TextField
          {...shared}
          label={t("field.phone")}
          hint={t("field.phone.hint")}
          keyboard="tel"
          autoComplete="tel"
        />
      )
    case "code":
      return <TextField {...shared} label={label} autoComplete="one-time-code" isCode />
    case "digits":
      return <TextField {...shared} label={label} keyboard="numeric" autoComplete="one-time-code" isCode />
  }
}
