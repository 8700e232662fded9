/** The field for one input, with a suitable keyboard and autofill. */
import { DateField, PasswordField, SelectField, TextField } from "../../components/Fields.tsx"
import { marketName } from "../../texts/Formats.ts"
import { t } from "../../texts/Texts.ts"
import type { TextKey } from "../../texts/Texts.ts"
import { countries, formatPersonalNumber } from "../models/Inputs.ts"
import type { InputName } from "../models/Inputs.ts"

/** An input that a company asks for. The label and the options are the company's own words. */
export interface CompanyInput {
  readonly name: InputName
  readonly label?: string
  readonly options?: ReadonlyArray<readonly [value: string, label: string]>
}

export interface InputFieldProps {
  readonly name: InputName
  /** The label and the hint, if they differ from the defaults for the input. */
  readonly label?: string | undefined
  readonly hint?: string | undefined
  readonly value: string
  readonly error?: string | undefined
  /** The length of a code, if it is known. */
  readonly places?: number | undefined
  readonly onInput: (value: string) => void
}

const today = (): string => new Date().toISOString().slice(0, 10)

export interface CompanyInputFieldProps extends Omit<InputFieldProps, "hint" | "label" | "name"> {
  readonly company: string
  readonly input: CompanyInput
}

/** The default labels of inputs. For `text` and `choice`, the company's own label normally replaces them. */
const labels: Readonly<Record<InputName, TextKey>> = {
  personalNumber: "field.personalNumber",
  personalCode: "field.personalCode",
  country: "field.country",
  phoneNumber: "field.phone",
  username: "field.username",
  password: "field.password",
  email: "field.email",
  phone: "field.phone",
  ownerName: "field.ownerName",
  birthDate: "field.birthDate",
  postalCode: "field.postalCode",
  region: "field.region",
  policyNumber: "field.policyNumber",
  customerNumber: "field.customerNumber",
  text: "field.code",
  choice: "field.code",
  code: "field.code",
  digits: "field.code"
}

/**
 * The field for an input that a company asks for. Quotes the company's own label, and shows a list if there are
 * options.
 */
export const CompanyInputField = ({ company, input, ...field }: CompanyInputFieldProps) => {
  const { label, name, options } = input
  const quoted = label === undefined ? {} : { label: `“${label}”`, hint: t("inputs.quoted", { company }) }
  if (options === undefined) return <InputField {...field} {...quoted} name={name} />
  const { error, onInput, value } = field
  return (
    <SelectField
      name={name}
      label={t(labels[name])}
      {...quoted}
      value={value}
      error={error}
      options={[["", t("inputs.choose")], ...options]}
      onChange={onInput}
    />
  )
}

/** The plain text fields. `autoComplete` is present if the browser can fill in the field, and says with what. */
const plainFields = {
  username: { autoComplete: "username" },
  ownerName: { autoComplete: "name" },
  postalCode: { autoComplete: "postal-code" },
  region: {},
  policyNumber: {},
  customerNumber: {}
} as const

const isPlain = (name: InputName): name is keyof typeof plainFields => name in plainFields

export const InputField = ({ error, hint, label, name, onInput, places, value }: InputFieldProps) => {
  const shared = { name, value, error, onInput, hint, label: label ?? t(labels[name]) }
  if (isPlain(name)) return <TextField {...shared} {...plainFields[name]} />
  switch (name) {
    case "personalNumber":
      return (
        <TextField
          {...shared}
          hint={hint ?? t("field.personalNumber.hint")}
          keyboard="numeric"
          onInput={(typed) => onInput(formatPersonalNumber(typed))}
        />
      )
    case "personalCode":
      return <TextField {...shared} hint={hint ?? t("field.personalCode.hint")} keyboard="numeric" />
    case "birthDate":
      return <DateField {...shared} min="1900-01-01" max={today()} />
    case "text":
    case "choice":
      return <TextField {...shared} />
    case "country":
      return (
        <SelectField
          {...shared}
          options={countries.map((country) => [country, marketName(country)] as const)}
          onChange={onInput}
        />
      )
    case "phoneNumber":
      return <TextField {...shared} hint={hint ?? t("field.phoneNumber.hint")} keyboard="tel" autoComplete="tel" />
    case "password":
      return <PasswordField {...shared} />
    case "email":
      return <TextField {...shared} keyboard="email" autoComplete="email" />
    case "phone":
      return <TextField {...shared} hint={hint ?? t("field.phone.hint")} keyboard="tel" autoComplete="tel" />
    case "code":
      return <TextField {...shared} autoComplete="one-time-code" isCode places={places} />
    case "digits":
      return <TextField {...shared} keyboard="numeric" autoComplete="one-time-code" isCode places={places} />
  }
}
