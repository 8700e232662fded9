/** The form of a login method: on a screen of its own, and again after the company has refused what was entered. */
import { useMemo } from "preact/hooks"
import { t } from "../texts/Texts.ts"
import type { ConnectFlow } from "./ConnectFlow.ts"
import { nameOf } from "./models/CompanyNames.ts"
import { countryOf } from "./models/Inputs.ts"
import { methodTextKeyOf } from "./models/MethodTexts.ts"
import type { Company, LoginField, LoginMethod } from "./models/Models.ts"
import { authorizesInApp } from "./Requests.ts"
import { DetailsScreen } from "./screens/DetailsScreen.tsx"
import type { ConnectPageSettings } from "./Settings.ts"

/**
 * Returns the time until which a username and password can be kept for the session's monitor, or `undefined` if they
 * cannot be kept.
 */
const keepingOf = ({ session }: ConnectFlow, { parameter }: LoginMethod) => {
  const until = session.value?.monitor?.credentialsKeepableUntil
  return parameter === "USERNAME_PASSWORD" ? until : undefined
}

/**
 * The values that the client already knows, by input. `personalCode` is what other countries call the personal number.
 */
const hintsOf = ({ session }: ConnectFlow): Readonly<Record<string, string>> => {
  const { personalNumber, phoneNumber, username } = session.value?.hints ?? {}
  return {
    ...(username !== undefined && { username }),
    ...(phoneNumber !== undefined && { phoneNumber }),
    ...(personalNumber !== undefined && { personalNumber, personalCode: personalNumber })
  }
}

/** The field at which a refusal is shown. A refused password is empty and has to be typed again. */
const refusedFieldOf = (fields: ReadonlyArray<LoginField>): string =>
  fields.find((field) => field === "password") ?? fields[0] ?? ""

export interface DetailsViewProps {
  readonly flow: ConnectFlow
  readonly settings: ConnectPageSettings
  readonly company: Company
  readonly method: LoginMethod
  /** True after the company has refused what was entered. */
  readonly isRefused?: boolean
  readonly onBack: () => void
  readonly onOtherMethod?: (() => void) | undefined
}

export const DetailsView = (props: DetailsViewProps) => {
  const { company, flow, isRefused = false, method, onBack, onOtherMethod, settings } = props
  const name = nameOf(company)
  const before = flow.entered.value?.company === company.company ? flow.entered.value : undefined
  const errors = flow.errors.value
  // The form moves the focus to the first error whenever the errors change.
  const refused = useMemo(
    () =>
      isRefused && Object.keys(errors).length === 0
        ? { [refusedFieldOf(method.fields)]: t("error.credentials", { company: name }) }
        : errors,
    [isRefused, errors, method, name]
  )
  return (
    <DetailsScreen
      client={flow.session.value?.client.name ?? ""}
      company={name}
      service={settings.name}
      fields={method.fields}
      way={methodTextKeyOf(method)}
      proposed={{ country: countryOf(company.market), ...hintsOf(flow), ...before?.values }}
      refused={refused}
      busy={flow.busy.value}
      keepableUntil={keepingOf(flow, method)}
      keptBefore={before?.keeps}
      onSubmit={(entered, keeps) =>
        void (authorizesInApp(flow.session.peek(), company)
          ? flow.createConsent(company, { method, entered })
          : flow.startCollection(company, method, entered, keeps))
      }
      onOtherMethod={onOtherMethod}
      onBack={onBack}
    />
  )
}
