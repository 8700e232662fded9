/** The field for one input, with a suitable keyboard and autofill. */
import { PasswordField, SelectField, TextField } from "../../parts/Fields.tsx"
import { marketName } from "../../texts/Formats.ts"
import { t } from "../../texts/Texts.ts"
import { countries, formatPersonalNumber } from "../models/Inputs.ts"
import type { InputName } from "../models/Inputs.ts"

export interface InputFieldProps {
  readonly name: InputName
  /** The label of a code, if it is not simply a code. */
  readonly label?: string | undefined
  readonly value: string
  readonly error?: string | undefined
  readonly onInput: (value: string) => void
}

export const InputField = ({ error, label = t("field.code"), name, onInput, value }: InputFieldProps) => {
  const shared = { name, value, error, onInput }
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
    case "username":
      return <TextField {...shared} label={t("field.username")} autoComplete="username" />
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
    case "ownerName":
      return <TextField {...shared} label={t("field.ownerName")} autoComplete="name" />
    case "code":
      return <TextField {...shared} label={label} autoComplete="one-time-code" isCode />
    case "digits":
      return <TextField {...shared} label={label} keyboard="numeric" autoComplete="one-time-code" isCode />
  }
}
