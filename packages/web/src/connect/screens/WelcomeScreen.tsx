/** The first screen: who asks, what will be read, and for how long. Refusing is as easy as continuing. */
import { Button } from "../../components/Button.tsx"
import { Checkbox, CheckboxGroup } from "../../components/Fields.tsx"
import { DescriptionList } from "../../components/DescriptionList.tsx"
import { KindIcon } from "../../components/KindIcon.tsx"
import type { IconName } from "../../components/KindIcon.tsx"
import { Screen } from "../../components/Screen.tsx"
import { formatLastDay } from "../../texts/Formats.ts"
import { textFor } from "../../texts/OperatorTexts.ts"
import type { OperatorTextSlot, OperatorTexts } from "../../texts/OperatorTexts.ts"
import { language, t } from "../../texts/Texts.ts"
import type { Interval, Product, SensitiveCategory } from "../models/Models.ts"
import { frequencyWithZone } from "../models/MonitorTexts.ts"
import "./WelcomeScreen.css"

export interface WelcomeScreenProps {
  readonly client: string
  /** The company's name, if the session is for one company or the client suggests one. */
  readonly company?: string | undefined
  /** True if the session asks for a consent to read bank accounts over time. */
  readonly isConsent: boolean
  /** Present if the session asks for a monitor, which reads repeatedly. */
  readonly monitor?:
    | { readonly every: Interval; readonly at?: string; readonly timeZone?: string; readonly until: string }
    | undefined
  readonly products: ReadonlyArray<Product>
  /** The sensitive data that the client asks for. The person allows each category separately. */
  readonly sensitive: ReadonlyArray<SensitiveCategory>
  readonly allowed: ReadonlyArray<SensitiveCategory>
  readonly onAllow: (allowed: ReadonlyArray<SensitiveCategory>) => void
  /** The last day of the consent. Absent if the client does not request a particular day. */
  readonly until?: string | undefined
  readonly texts?: OperatorTexts | undefined
  readonly onContinue: () => void
  readonly onDecline: () => void
}

const icons = { INSURANCE: "insurances", WEALTH: "savings", PSD2_AIS: "accounts" } as const satisfies Record<
  Product,
  IconName
>

const howOften = (monitor: WelcomeScreenProps["monitor"]): ReadonlyArray<string> =>
  monitor === undefined ? [] : [frequencyWithZone(monitor)]

const howLong = ({ isConsent, monitor, until }: WelcomeScreenProps): string => {
  if (monitor !== undefined) return t("welcome.until", { date: formatLastDay(monitor.until) })
  if (!isConsent) return t("welcome.once")
  return until === undefined ? t("welcome.choose") : t("welcome.until", { date: formatLastDay(until) })
}

const leadOf = ({ client, company, isConsent }: WelcomeScreenProps): string => {
  if (company !== undefined) return t("welcome.lead.only", { client, company })
  return t(isConsent ? "welcome.lead.bank" : "welcome.lead", { client })
}

const OperatorParagraph = ({
  place,
  texts
}: { readonly place: OperatorTextSlot } & Pick<WelcomeScreenProps, "texts">) => {
  const found = textFor(place, language.value, texts)
  return found === undefined ? null : (
    <p class={`operator-text operator-text--${place}`} lang={found.language}>
      {found.text}
    </p>
  )
}

/**
 * Shows a checkbox for each category of sensitive data. None is checked in advance, and the person can continue without
 * checking any.
 */
const SensitiveChoices = ({
  allowed,
  client,
  onAllow,
  sensitive
}: Pick<WelcomeScreenProps, "allowed" | "client" | "onAllow" | "sensitive">) => (
  <CheckboxGroup label={t("welcome.sensitive")} hint={t("welcome.sensitive.text", { client })}>
    {sensitive.map((category) => (
      <Checkbox
        key={category}
        name={`sensitive-${category}`}
        label={t(`welcome.sensitive.${category}`)}
        checked={allowed.includes(category)}
        onChange={(checked) => onAllow(checked ? [...allowed, category] : allowed.filter((each) => each !== category))}
      />
    ))}
  </CheckboxGroup>
)

const titleOf = ({ client, isConsent, monitor }: WelcomeScreenProps): string => {
  if (monitor !== undefined) return t("welcome.title.monitor", { client })
  return t(isConsent ? "welcome.title.bank" : "welcome.title", { client })
}

export const WelcomeScreen = (props: WelcomeScreenProps) => {
  const { monitor, onContinue, onDecline, products, texts } = props
  return (
    <Screen
      title={titleOf(props)}
      lead={leadOf(props)}
      hasActionsLast={props.sensitive.length > 0}
      actions={
        <>
          <Button onPress={onContinue}>{t("continue")}</Button>
          <Button kind="secondary" onPress={onDecline}>
            {t("welcome.decline")}
          </Button>
        </>
      }
    >
      <OperatorParagraph place="welcome" texts={texts} />
      <section aria-labelledby="what">
        <h2 class="reads__title" id="what">
          {t("welcome.what")}
        </h2>
        <ul class="reads">
          {products.map((product) => (
            <li key={product}>
              <KindIcon kind={icons[product]} />
              {t(`welcome.${product}`)}
            </li>
          ))}
        </ul>
      </section>
      <DescriptionList
        facts={[
          [t("welcome.howOften"), howOften(monitor)],
          [t("welcome.howLong"), [howLong(props)]]
        ]}
      />
      {props.sensitive.length > 0 && <SensitiveChoices {...props} />}
      <OperatorParagraph place="privacy" texts={texts} />
    </Screen>
  )
}
