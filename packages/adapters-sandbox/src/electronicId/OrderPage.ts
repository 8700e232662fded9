/** An order's page, which stands in for the authenticator app (spec 12). */
import type { CompanyId } from "@sheaf/domain/Company"
import { isNotOpenedYet } from "@sheaf/domain/ElectronicIdHint"
import * as LoginMethod from "@sheaf/domain/LoginMethod"
import { identityOf } from "../companies/SandboxCompanies.ts"
import type { SandboxPageButton } from "../scenarios/Scenario.ts"
import type { ElectronicIdProgress, OrderPurpose } from "@sheaf/ports"
import type { PageResponse } from "../pages/PageLayout.ts"
import * as PageLayout from "../pages/PageLayout.ts"
import * as Language from "../pages/Language.ts"
import texts from "./orderPage.json" with { type: "json" }

export interface OrderPageView {
  readonly company: CompanyId
  readonly companyName: string
  readonly clientName: string | undefined
  readonly personName: string
  readonly purpose: OrderPurpose
  readonly method: LoginMethod.LoginMethod
  readonly progress: ElectronicIdProgress
  /** True while the order waits for a button press. */
  readonly waits: boolean
  readonly pressed: boolean
  /** Where the buttons lead, if the order has a return URL. */
  readonly returnUrl: string | undefined
  /** Seconds since the order began. Animated codes contain this number. */
  readonly second: number
}

type OrderTexts = typeof texts.en
type State = keyof OrderTexts["states"]

const languages: Readonly<Record<string, OrderTexts>> = texts

const textsIn = (language: string): OrderTexts => languages[language] ?? texts.en

/** The page's language, the company's mark and name, and the link to the other language. */
const frameOf = (
  { company, companyName }: OrderPageView,
  language: string
): Pick<PageLayout.PageContent, "language" | "other" | "owner"> => {
  const other = Language.otherLanguage(texts, language, company)
  return {
    language,
    owner: { ...identityOf(company), name: companyName },
    ...(other !== undefined && { other: { language: other, name: textsIn(other).name } })
  }
}

const stateOf = (progress: Exclude<ElectronicIdProgress, { readonly _tag: "Pending" }>): State => {
  if (progress._tag === "Complete") return "signed"
  switch (progress.hint) {
    case "userCancel":
    case "userDeclinedCall":
      return "cancelled"
    case "expiredTransaction":
    case "startFailed":
      return "expired"
    case "cancelled":
      return "over"
    default:
      return "failed"
  }
}

const accessOf = (
  { access, products }: OrderTexts,
  { balances, transactions }: NonNullable<OrderPurpose["scope"]>
): string => {
  if (balances && transactions) return access.both
  if (balances) return access.balances
  return transactions ? access.transactions : products.PSD2_AIS
}

const sharedOf = (texts: OrderTexts, { products, scope }: OrderPurpose): ReadonlyArray<string> => [
  ...products.filter((product) => product !== "PSD2_AIS" || scope === undefined).map((each) => texts.products[each]),
  ...(scope === undefined ? [] : [accessOf(texts, scope)])
]

const codeOf = ({ codes }: OrderTexts, { method, second }: OrderPageView, hint: string): string => {
  if (!LoginMethod.describe(method).animatedQr) return PageLayout.escapeHtml(codes.none)
  return isNotOpenedYet(hint)
    ? PageLayout.fillTemplate(codes.moving, { second: String(second) })
    : PageLayout.escapeHtml(codes.scanned)
}

const pending = (order: OrderPageView, language: string, hint: string): PageResponse => {
  const { clientName, companyName, personName, pressed, purpose, returnUrl, waits } = order
  const texts = textsIn(language)
  if (pressed) return message(texts, "signing", 200, { ...frameOf(order, language), reloadSeconds: 1 })
  const { banner, client, aService, consent, login, person, presses, shared } = texts
  const facts = PageLayout.definitionList([
    [client, PageLayout.escapeHtml(clientName ?? aService)],
    [person, PageLayout.escapeHtml(personName)],
    [shared, ...sharedOf(texts, purpose).map(PageLayout.escapeHtml)]
  ])
  const button = (press: SandboxPageButton) =>
    waits ? [PageLayout.buttonForm("press", press, presses[press], press === "sign")] : []
  const title = (purpose.products.length === 0 ? consent : login).replace("{company}", companyName)
  const parts = [
    `<p>${PageLayout.escapeHtml(waits ? texts.waiting : texts.watching)}</p>`,
    facts,
    ...button("sign"),
    ...button("cancel"),
    PageLayout.folded(texts.more, [
      ...(waits ? [`<p>${PageLayout.escapeHtml(texts.standIn)}</p>`] : []),
      PageLayout.definitionList([
        [texts.code, codeOf(texts, order, hint)],
        [texts.hint, PageLayout.escapeHtml(hint)]
      ]),
      ...button("expire")
    ])
  ]
  return PageLayout.pageResponse(200, {
    ...frameOf(order, language),
    banner,
    kind: "app",
    title,
    body: parts.join("\n"),
    ...(returnUrl !== undefined && { formOrigin: new URL(returnUrl).origin }),
    ...(!waits && { reloadSeconds: 2 })
  })
}

const endingOf = (state: State): PageLayout.PageContent["ending"] => {
  if (state === "signing") return undefined
  return state === "signed" ? "done" : "failed"
}

const message = (
  { banner, states }: OrderTexts,
  state: State,
  statusCode: number,
  more: Pick<PageLayout.PageContent, "language" | "other" | "owner" | "reloadSeconds">,
  detail = ""
): PageResponse => {
  const { text, title } = states[state]
  return PageLayout.pageResponse(statusCode, {
    banner,
    kind: "app",
    ending: endingOf(state),
    title,
    body: `<p>${PageLayout.escapeHtml(text)}</p>${detail}`,
    ...more
  })
}

/** Shows the page in a language that {@link Language.languageOf} chooses. */
export const of = (order: OrderPageView, asked: string, acceptLanguage: string): PageResponse => {
  const { company, progress, purpose } = order
  const language = Language.languageOf(texts, company, asked, purpose.locale, acceptLanguage)
  if (progress._tag === "Pending") return pending(order, language, progress.hint)
  const state = stateOf(progress)
  const inLanguage = textsIn(language)
  const { hint, more } = inLanguage
  const detail =
    state === "failed" && progress._tag === "Failed"
      ? PageLayout.folded(more, [PageLayout.definitionList([[hint, PageLayout.escapeHtml(progress.hint)]])])
      : ""
  return message(inLanguage, state, 200, frameOf(order, language), detail)
}

/** Shows an error that does not concern a known order, in one of the browser's preferred languages. */
export const errorPage = (
  state: "unknown" | "mistaken" | "unavailable",
  statusCode: number,
  acceptLanguage: string
): PageResponse => {
  const language = Language.negotiate(texts, ...acceptLanguage.split(","))
  return message(textsIn(language), state, statusCode, { language })
}
