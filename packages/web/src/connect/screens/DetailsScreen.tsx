/** The inputs of a login method. */
import { useState } from "preact/hooks"
import { Button } from "../../components/Button.tsx"
import { Checkbox, FileField } from "../../components/Fields.tsx"
import { Form } from "../../components/Form.tsx"
import type { FieldErrors } from "../../components/Form.tsx"
import { NoticeBox } from "../../components/Messages.tsx"
import { Screen } from "../../components/Screen.tsx"
import { formatDay } from "../../texts/Formats.ts"
import { t } from "../../texts/Texts.ts"
import { errorKeyOf, fileErrorKeyOf, normalize } from "../models/Inputs.ts"
import type { LoginField } from "../models/Models.ts"
import { InputField } from "./InputField.tsx"

/** The values that a person entered, by input. */
export type EnteredValues = Readonly<Partial<Record<Exclude<LoginField, "file">, string>>> & { readonly file?: File }

export interface DetailsScreenProps {
  readonly client: string
  readonly company: string
  readonly fields: ReadonlyArray<LoginField>
  /** Says how the person signs in. Shown only for a method without fields. */
  readonly hint?: string
  /** Values that the page proposes, by field. */
  readonly proposed?: Readonly<Record<string, string>>
  /** Errors from the service, by field. */
  readonly refused?: FieldErrors
  /** The client for which a username and password can be kept, and until when. */
  readonly keeping?: { readonly client: string; readonly until: string } | undefined
  readonly busy?: boolean
  readonly onSubmit: (entered: EnteredValues, keeps: boolean) => void
  readonly onBack?: (() => void) | undefined
}

const form = "details"

interface KeepBoxProps extends NonNullable<DetailsScreenProps["keeping"]> {
  readonly keeps: boolean
  readonly onKeep: (keeps: boolean) => void
}

/**
 * The checkbox with which the person allows Sheaf to keep the username and password. It is never checked in advance.
 */
const KeepBox = ({ client, keeps, onKeep, until }: KeepBoxProps) => (
  <Checkbox
    name="keep"
    label={t("details.keep", { date: formatDay(until) })}
    hint={t("details.keep.hint", { client })}
    checked={keeps}
    onChange={onKeep}
  />
)

interface SafetyProps extends Pick<DetailsScreenProps, "client" | "company" | "fields"> {
  readonly keptUntil: string | undefined
}

/** Tells the person who can see the entered data, and how long it is kept. */
const Safety = ({ client, company, fields, keptUntil }: SafetyProps) => (
  <NoticeBox>
    {fields.includes("password") && `${t("details.unseen", { client })} `}
    {keptUntil === undefined ? t("details.safe") : t("details.kept", { company, date: formatDay(keptUntil) })}
  </NoticeBox>
)

interface LoginInputProps {
  readonly name: LoginField
  readonly value: string
  readonly error: string | undefined
  readonly onChoose: (file: File | undefined) => void
  readonly onInput: (value: string) => void
}

const LoginInput = ({ error, name, onChoose, onInput, value }: LoginInputProps) =>
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
    <InputField name={name} value={value} error={error} onInput={onInput} />
  )

export const DetailsScreen = ({
  busy = false,
  client,
  company,
  fields,
  hint,
  keeping,
  onBack,
  onSubmit,
  proposed = {},
  refused = {}
}: DetailsScreenProps) => {
  const [values, setValues] = useState(proposed)
  const [file, setFile] = useState<File | undefined>(undefined)
  const [found, setFound] = useState<FieldErrors | undefined>(undefined)
  const [keeps, setKeeps] = useState(false)
  const errors = found ?? refused
  const isFile = fields.includes("file")
  const isEmpty = fields.length === 0

  const submit = () => {
    if (busy) return
    const wrong: Record<string, string> = {}
    const entered: Record<string, string> = {}
    for (const field of fields) {
      const error = field === "file" ? fileErrorKeyOf(file) : errorKeyOf(field, values[field] ?? "")
      if (error !== undefined) wrong[field] = t(error)
      else if (field !== "file") entered[field] = normalize(field, values[field] ?? "")
    }
    const isSound = Object.keys(wrong).length === 0
    setFound(isSound ? undefined : wrong)
    if (isSound) onSubmit({ ...entered, ...(file !== undefined && { file }) }, keeps)
  }

  return (
    <Screen
      title={isFile ? t("details.title.file") : t("details.title", { company })}
      lead={isEmpty ? hint : undefined}
      onBack={onBack}
      actions={
        <Button form={form} busy={busy}>
          {t(isFile ? "details.upload" : "details.submit")}
        </Button>
      }
    >
      <Form name={form} errors={errors} onSubmit={submit}>
        {fields.map((field) => (
          <LoginInput
            key={field}
            name={field}
            value={values[field] ?? ""}
            error={errors[field]}
            onChoose={setFile}
            onInput={(value) => setValues((all) => ({ ...all, [field]: value }))}
          />
        ))}
        {keeping !== undefined && <KeepBox {...keeping} keeps={keeps} onKeep={setKeeps} />}
        {!isEmpty && <Safety {...{ client, company, fields }} keptUntil={keeps ? keeping?.until : undefined} />}
      </Form>
    </Screen>
  )
}
