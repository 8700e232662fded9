/** The screen that asks for contact details or other input that a company requires. */
import { useState } from "preact/hooks"
import { Button } from "../../components/Button.tsx"
import { Form } from "../../components/Form.tsx"
import type { FieldErrors } from "../../components/Form.tsx"
import { Countdown } from "../../components/Messages.tsx"
import { Screen } from "../../components/Screen.tsx"
import { t } from "../../texts/Texts.ts"
import { errorKeyOf, normalize } from "../models/Inputs.ts"
import type { InputName } from "../models/Inputs.ts"
import { CompanyInputField } from "./InputField.tsx"
import type { CompanyInput } from "./InputField.tsx"

export interface InputsScreenProps {
  readonly company: string
  /** True if the company asks for contact details. */
  readonly isContact: boolean
  readonly inputs: ReadonlyArray<CompanyInput>
  readonly until?: number | undefined
  readonly refused?: FieldErrors
  readonly busy?: boolean
  readonly onSubmit: (values: Readonly<Partial<Record<InputName, string>>>) => void
  readonly onOtherWay: () => void
}

const form = "inputs"

export const InputsScreen = (props: InputsScreenProps) => {
  const { busy = false, company, inputs, isContact, onOtherWay, onSubmit, refused = {}, until } = props
  const [values, setValues] = useState<Readonly<Partial<Record<InputName, string>>>>({})
  const [found, setFound] = useState<FieldErrors | undefined>(undefined)
  const errors = found ?? refused

  const submit = () => {
    if (busy) return
    const wrong = inputs.flatMap(({ name, options }) => {
      const error = errorKeyOf(options === undefined ? name : "choice", values[name] ?? "")
      return error === undefined ? [] : [[name, t(error)] as const]
    })
    setFound(wrong.length === 0 ? undefined : Object.fromEntries(wrong))
    if (wrong.length === 0)
      onSubmit(Object.fromEntries(inputs.map(({ name }) => [name, normalize(name, values[name] ?? "")])))
  }

  return (
    <Screen
      title={t("inputs.title", { company })}
      lead={t(isContact ? "inputs.contact" : "inputs.more", { company })}
      actions={
        <>
          <Button form={form} busy={busy}>
            {t("continue")}
          </Button>
          <Button kind="quiet" onPress={onOtherWay}>
            {t("action.OTHER_METHOD")}
          </Button>
        </>
      }
    >
      <Form name={form} errors={errors} onSubmit={submit}>
        {inputs.map((input) => (
          <CompanyInputField
            key={input.name}
            company={company}
            input={input}
            value={values[input.name] ?? ""}
            error={errors[input.name]}
            onInput={(value) => setValues((all) => ({ ...all, [input.name]: value }))}
          />
        ))}
        {until !== undefined && <Countdown until={until} />}
      </Form>
    </Screen>
  )
}
