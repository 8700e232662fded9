/** The banks' consent pages, in the language of the consent, of the browser or of the market (spec 2.4, 12). */
import type { CompanyId } from "@sheaf/domain/Company"
import type { BankAccount } from "@sheaf/domain/wealth/BankAccount"
import { identityOf } from "../companies/SandboxCompanies.ts"
import type { PageResponse } from "../pages/PageLayout.ts"
import * as PageLayout from "../pages/PageLayout.ts"
import * as Language from "../pages/Language.ts"
import { maskedPanOf } from "../data/MaskedPan.ts"
import texts from "./consentPage.json" with { type: "json" }
import type { PageDecision } from "./PageDecision.ts"

type ConsentTexts = typeof texts.en

const languages: Readonly<Record<string, ConsentTexts>> = texts

export interface BankPage {
  readonly bank: string
  readonly texts: ConsentTexts
  readonly frame: Pick<PageLayout.PageContent, "banner" | "kind" | "language" | "other" | "owner">
}

export interface PageLanguages {
  /** The language that the person chose on the page, or an empty string. */
  readonly language: string
  /** The value of `Accept-Language`. */
  readonly acceptLanguage: string
  /** The consent's locale. */
  readonly locale?: string | undefined
}

/** Returns the bank's page in a language that {@link Language.languageOf} chooses. */
export const bankPageOf = (
  company: CompanyId,
  bank: string,
  { acceptLanguage, language: asked, locale }: PageLanguages
): BankPage => {
  const language = Language.languageOf(texts, company, asked, locale, acceptLanguage)
  const other = Language.otherLanguage(texts, language, company)
  const inLanguage = languages[language] ?? texts.en
  const name = other === undefined ? undefined : languages[other]?.name
  return {
    bank,
    texts: inLanguage,
    frame: {
      banner: inLanguage.banner,
      kind: "bank",
      owner: { ...identityOf(company), name: bank },
      language,
      ...(other !== undefined && name !== undefined && { other: { language: other, name } })
    }
  }
}

export interface ConsentPrompt {
  readonly clientName: string | undefined
  readonly customerName: string
  readonly balances: boolean
  readonly transactions: boolean
  readonly accounts: ReadonlyArray<BankAccount>
  /** The last day of the consent. */
  readonly until: string
  /** The CSP sources to which the page may redirect after the decision, separated by spaces. */
  readonly origin: string
}

/** Returns the account's IBAN in groups of four characters or, for a card, the last four digits of its number. */
const numberOf = (account: BankAccount, card: string): string | undefined =>
  account.iban?.replaceAll(/.{4}(?=.)/g, "$& ") ?? maskedPanOf(account)?.replace(/^.*(?=.{4}$)/, `${card} ••`)

/** Shows an account's name with its number beside it or, on a narrow screen, below it. */
const accountOf = (account: BankAccount, { card }: ConsentTexts): string => {
  const parts = [account.accountName, numberOf(account, card)].filter((part) => part !== undefined)
  return `<span class="account">${parts.map((part) => `<span>${PageLayout.escapeHtml(part)}</span>`).join("")}</span>`
}

const choice = (texts: ConsentTexts, accounts: ReadonlyArray<BankAccount>): string => {
  const { decisions, only } = texts
  const boxes = accounts.map((account, index) => {
    const checked = index === 0 ? " checked" : ""
    const box = `<input type="checkbox" name="account" value="${PageLayout.escapeHtml(account.accountId)}"${checked}>`
    return `<label>${box} ${accountOf(account, texts)}</label>`
  })
  const legend = `<fieldset>\n<legend>${PageLayout.escapeHtml(only)}</legend>\n${boxes.join("\n")}\n</fieldset>`
  return `<form method="post">${legend}\n${PageLayout.submitButton("decision", "approve-fewer", decisions["approve-fewer"])}</form>`
}

const contentsOf = ({ contents }: ConsentTexts, { balances, transactions }: ConsentPrompt): string => {
  if (balances && transactions) return contents.both
  if (balances) return contents.balances
  return transactions ? contents.transactions : contents.accounts
}

const dayIn = (language: string, day: string): string => {
  const locale = language === "en" ? "en-GB" : language
  const shown = new Intl.DateTimeFormat(locale, { dateStyle: "long", timeZone: "UTC" }).format(new Date(day))
  return `<time datetime="${PageLayout.escapeHtml(day)}">${PageLayout.escapeHtml(shown)}</time>`
}

const noteOf = (text: string): string => `<small>${PageLayout.escapeHtml(text)}</small>`

const titleOf = ({ bank, texts }: BankPage): string => texts.title.replace("{bank}", bank)

export const promptPage = (page: BankPage, asked: ConsentPrompt): PageResponse => {
  const { bank, frame, texts } = page
  const { accounts, clientName, customerName, origin, until } = asked
  const button = (decision: PageDecision, isFirst = false) =>
    PageLayout.buttonForm("decision", decision, texts.decisions[decision], isFirst)
  const parts = [
    `<p class="asks">${PageLayout.fillTemplate(texts.asks, { bank, client: clientName ?? texts.service })}</p>`,
    PageLayout.definitionList([
      [texts.access, PageLayout.escapeHtml(contentsOf(texts, asked)) + noteOf(texts.readOnly)],
      [texts.until, dayIn(frame.language, until) + noteOf(texts.end)],
      [texts.accounts, ...accounts.map((account) => accountOf(account, texts))],
      [texts.customer, PageLayout.escapeHtml(customerName)]
    ]),
    `<div class="foot">${button("approve", true)}${button("refuse")}</div>`,
    PageLayout.folded(texts.more, [
      ...(accounts.length > 1 ? [choice(texts, accounts)] : []),
      button("approve-until-tomorrow"),
      button("approve-for-a-minute"),
      button("cancel")
    ])
  ]
  return PageLayout.pageResponse(200, { ...frame, title: titleOf(page), body: parts.join("\n"), formOrigin: origin })
}

export const loginPage = ({ bank, frame, texts }: BankPage, customerName: string, origin: string): PageResponse => {
  const { decisions, login } = texts
  const parts = [
    PageLayout.definitionList([[texts.customer, PageLayout.escapeHtml(customerName)]]),
    PageLayout.buttonForm("decision", "approve", login.submit, true),
    PageLayout.buttonForm("decision", "cancel", decisions.cancel, false)
  ]
  const title = login.title.replace("{bank}", bank)
  return PageLayout.pageResponse(200, { ...frame, title, body: parts.join("\n"), formOrigin: origin })
}

/**
 * Returns the page for a consent that was decided or has ended. It has no link back, because anybody with the page's
 * URL could follow the link and get the client's confirmation code.
 */
export const alreadyDecidedPage = (page: BankPage): PageResponse => {
  const { frame, texts } = page
  return PageLayout.pageResponse(410, {
    ...frame,
    title: titleOf(page),
    body: `<p>${PageLayout.escapeHtml(texts.decided)}</p>`
  })
}

export const errorPage = (
  { frame: { other: _, ...frame }, texts }: BankPage,
  reason: keyof ConsentTexts["failures"],
  statusCode: number,
  headers?: PageResponse["headers"]
): PageResponse =>
  PageLayout.pageResponse(
    statusCode,
    {
      ...frame,
      ending: "failed",
      title: texts.failed,
      body: `<p>${PageLayout.escapeHtml(texts.failures[reason])}</p>`
    },
    headers
  )

/** Returns the page at the root of the host, which says what the host is for. */
export const hostPage = ({ acceptLanguage, language: asked }: PageLanguages): PageResponse => {
  const language = Language.negotiate(texts, asked, ...acceptLanguage.split(","))
  const { banner, host } = languages[language] ?? texts.en
  return PageLayout.pageResponse(200, {
    banner,
    kind: "bank",
    language,
    owner: { name: "Sheaf" },
    title: host.title,
    body: `<p>${PageLayout.escapeHtml(host.text)}</p>`
  })
}
