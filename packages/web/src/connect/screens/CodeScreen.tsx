/** Asks for a two-factor code or for the reply of a security token. */
import { useState } from "preact/hooks"
import { Button } from "../../components/Button.tsx"
import { Form } from "../../components/Form.tsx"
import type { FieldErrors } from "../../components/Form.tsx"
import { Countdown, Quote } from "../../components/Messages.tsx"
import { Screen } from "../../components/Screen.tsx"
import { t } from "../../texts/Texts.ts"
import { errorKeyOf, normalize } from "../models/Inputs.ts"
import { InputField } from "./InputField.tsx"

export interface CodeScreenProps {
  readonly company: string
  /** The company's own words about the code. */
  readonly instruction?: string | undefined
  /** The number to enter in a security token. */
  readonly challenge?: string | undefined
  /** The picture from which a device computes the code. */
  readonly image?: string | undefined
  readonly isDigits: boolean
  /** The length of the code, if it is known. */
  readonly places?: number | undefined
  readonly until?: number | undefined
  readonly refused?: FieldErrors
  readonly busy?: boolean
  readonly onSubmit: (code: string) => void
  readonly onOtherWay: () => void
}

const form = "code-form"

export const CodeScreen = (props: CodeScreenProps) => {
  const {
    busy = false,
    challenge,
    company,
    image,
    instruction,
    isDigits,
    onOtherWay,
    onSubmit,
    places,
    refused = {},
    until
  } = props
  const [value, setValue] = useState("")
  const [found, setFound] = useState<FieldErrors | undefined>(undefined)
  const name = isDigits ? "digits" : "code"
  const errors = found ?? refused
  const isToken = challenge !== undefined

  const submit = () => {
    if (busy) return
    const error = errorKeyOf(name, value)
    setFound(error === undefined ? undefined : { [name]: t(error) })
    if (error === undefined) onSubmit(normalize(name, value))
  }

  return (
    <Screen
      title={t(isToken ? "token.title" : "code.title")}
      lead={isToken ? t("token.lead") : t("code.lead", { company })}
      keepsFocus
      actions={
        <>
          <Button form={form} busy={busy}>
            {t("code.submit")}
          </Button>
          <Button kind="quiet" onPress={onOtherWay}>
            {t("code.help")}
          </Button>
        </>
      }
    >
      {isToken && <p class="number">{challenge}</p>}
      {image !== undefined && <img src={image} alt={t("eid.image", { company })} />}
      {instruction !== undefined && instruction !== "" && <Quote company={company} text={instruction} />}
      <Form name={form} errors={errors} onSubmit={submit}>
        <InputField
          name={name}
          label={isToken ? t("field.reply") : undefined}
          value={value}
          error={errors[name]}
          places={places}
          onInput={setValue}
        />
        {until !== undefined && <Countdown until={until} />}
      </Form>
    </Screen>
  )
}
