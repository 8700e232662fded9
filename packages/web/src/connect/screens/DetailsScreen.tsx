/** The inputs of a login method. */
import { useState } from "preact/hooks"
import { Button } from "../../components/Button.tsx"
import { Checkbox, FileField } from "../../components/Fields.tsx"
import { Form } from "../../components/Form.tsx"
import type { FieldErrors } from "../../components/Form.tsx"
import { NoticeBox } from "../../components/Messages.tsx"
import { Screen } from "../../components/Screen.tsx"
import { formatLastDay } from "../../texts/Formats.ts"
import { t } from "../../texts/Texts.ts"
import type { TextKey } from "../../texts/Texts.ts"
import { errorKeyOf, fileErrorKeyOf, normalize } from "../models/Inputs.ts"
import type { MethodTextKey } from "../models/MethodTexts.ts"
import type { LoginField } from "../models/Models.ts"
import { InputField } from "./InputField.tsx"

/** The values that a person entered, by input. */
export type EnteredValues = Readonly<Partial<Record<Exclude<LoginField, "file">, string>>> & { readonly file?: File }

export interface DetailsScreenProps {
  readonly client: string
  readonly company: string
  /** The operator's name: who passes the details on to the company. */
  readonly service: string
  readonly fields: ReadonlyArray<LoginField>
  readonly way: MethodTextKey
  /** Values that the page proposes, by field. */
  readonly proposed?: Readonly<Record<string, string>>
  /** Errors from the service, by field. */
  readonly refused?: FieldErrors
  /** The time until which a username and password can be kept. Absent if they cannot be kept. */
  readonly keepableUntil?: string | undefined
  /** True if the person has just allowed that, with details that the company refused. */
  readonly keptBefore?: boolean | undefined
  readonly busy?: boolean
  readonly onSubmit: (entered: EnteredValues, keeps: boolean) => void
  /** Chooses another way to sign in, after the company has refused this one. */
  readonly onOtherMethod?: (() => void) | undefined
  readonly onBack?: (() => void) | undefined
}

const form = "details"

/** The buttons that send the form. Those of other methods name the method. */
const submits: Readonly<Partial<Record<MethodTextKey, TextKey>>> = {
  sameDevice: "details.submit.anyDevice",
  otherDevice: "details.submit.anyDevice",
  anyDevice: "details.submit.anyDevice",
  token: "details.submit.token",
  email: "details.submit.email",
  password: "details.submit",
  file: "details.upload",
  page: "bank.continue",
  bank: "bank.continue"
}

/** Names the next step, for example the app in which the person continues. */
const submitOf = (way: MethodTextKey, company: string): string => {
  const own = submits[way]
  return own === undefined ? t("details.submit.method", { method: t(`method.${way}`) }) : t(own, { company })
}

interface KeepBoxProps extends Pick<DetailsScreenProps, "client" | "company"> {
  readonly until: string
  readonly keeps: boolean
  readonly onKeep: (keeps: boolean) => void
}

/**
 * The checkbox with which the person allows Sheaf to keep the username and password. It is never checked in advance.
 */
const KeepBox = ({ client, company, keeps, onKeep, until }: KeepBoxProps) => (
  <Checkbox
    name="keep"
    label={t("details.keep", { date: formatLastDay(until) })}
    hint={t("details.keep.hint", { client, company })}
    checked={keeps}
    onChange={onKeep}
  />
)

interface SafetyProps extends Pick<DetailsScreenProps, "client" | "company" | "service"> {
  readonly keptUntil: string | undefined
}

/** Tells the person who sees the password, and how long it is kept. */
const passwordHintOf = ({ client, company, keptUntil, service }: SafetyProps): string =>
  keptUntil === undefined
    ? t("details.password", { client, company, service })
    : t("details.password.kept", { client, company, service, date: formatLastDay(keptUntil) })

interface LoginInputProps {
  readonly name: LoginField
  readonly hint: string | undefined
  readonly value: string
  readonly error: string | undefined
  readonly onChoose: (file: File | undefined) => void
  readonly onInput: (value: string) => void
}

const LoginInput = ({ error, hint, name, onChoose, onInput, value }: LoginInputProps) =>
  name === "file" ? (
    <FileField
      name={name}
      label={t("field.file")}
      hint={t("field.file.hint")}
      accept="application/pdf,.pdf"
      error={error}
      onChoose={onChoose}
    />
  ) : (
    <InputField name={name} hint={hint} value={value} error={error} onInput={onInput} />
  )

/** Returns the values to send and, by field, what is wrong with them. */
const checked = (
  fields: ReadonlyArray<LoginField>,
  values: Readonly<Record<string, string>>,
  file: File | undefined
): { readonly entered: EnteredValues; readonly wrong: FieldErrors } => {
  const wrong: Record<string, string> = {}
  const entered: Record<string, string> = {}
  for (const field of fields) {
    const error = field === "file" ? fileErrorKeyOf(file) : errorKeyOf(field, values[field] ?? "")
    if (error !== undefined) wrong[field] = t(error)
    else if (field !== "file") entered[field] = normalize(field, values[field] ?? "")
  }
  return { entered: { ...entered, ...(file !== undefined && { file }) }, wrong }
}

export const DetailsScreen = (props: DetailsScreenProps) => {
  const {
    busy = false,
    client,
    company,
    fields,
    keepableUntil,
    keptBefore = false,
    proposed = {},
    refused = {}
  } = props
  const { onBack, onOtherMethod, onSubmit, service, way } = props
  const [values, setValues] = useState(proposed)
  const [file, setFile] = useState<File | undefined>(undefined)
  const [found, setFound] = useState<FieldErrors | undefined>(undefined)
  const [keeps, setKeeps] = useState(keptBefore)
  const errors = found ?? refused
  const keptUntil = keeps ? keepableUntil : undefined

  const submit = () => {
    if (busy) return
    const { entered, wrong } = checked(fields, values, file)
    const isSound = Object.keys(wrong).length === 0
    setFound(isSound ? undefined : wrong)
    if (isSound) onSubmit(entered, keeps)
  }

  return (
    <Screen
      title={fields.includes("file") ? t("details.title.file") : t("details.title", { company })}
      lead={fields.length === 0 ? t(`method.${way}.hint`, { company }) : undefined}
      keepsFocus={Object.keys(errors).length > 0}
      onBack={onBack}
      actions={
        <>
          <Button form={form} busy={busy}>
            {submitOf(way, company)}
          </Button>
          {onOtherMethod !== undefined && (
            <Button kind="quiet" onPress={onOtherMethod}>
              {t("action.OTHER_METHOD")}
            </Button>
          )}
        </>
      }
    >
      <Form name={form} errors={errors} onSubmit={submit}>
        {fields.map((field) => (
          <LoginInput
            key={field}
            name={field}
            hint={field === "password" ? passwordHintOf({ client, company, service, keptUntil }) : undefined}
            value={values[field] ?? ""}
            error={errors[field]}
            onChoose={setFile}
            onInput={(value) => setValues((all) => ({ ...all, [field]: value }))}
          />
        ))}
        {keepableUntil !== undefined && (
          <KeepBox {...{ client, company, keeps }} until={keepableUntil} onKeep={setKeeps} />
        )}
        {fields.length > 0 && !fields.includes("password") && (
          <NoticeBox>{t("details.safe", { company, service })}</NoticeBox>
        )}
      </Form>
    </Screen>
  )
}
