/** The page of a simulated bank, as HTML: plain, without scripts, and readable by whatever a person reads it with (decisions 9, 16). */
import type { BankAccount } from "@sheaf/domain/wealth/BankAccount"
import { hash } from "node:crypto"
import type { Decision } from "./Decision.ts"

/** The access that a bank asks its customer to grant, in the words of the page. */
export interface ConsentPrompt {
  readonly bankName: string
  readonly customerName: string
  readonly balances: boolean
  readonly transactions: boolean
  readonly accounts: ReadonlyArray<BankAccount>
  /** The last day on which it holds. */
  readonly until: string
}

const entities: Readonly<Record<string, string>> = {
  "&": "&amp;",
  "<": "&lt;",
  ">": "&gt;",
  '"': "&quot;",
  "'": "&#39;"
}

/** Text that is nothing but text in HTML. */
const escaped = (text: string): string => text.replace(/[&<>"']/g, (character) => entities[character] ?? character)

const style =
  "body{font:1.1rem/1.5 system-ui,sans-serif;max-width:38rem;margin:2rem auto;padding:0 1rem}" +
  "dt{font-weight:bold}dd{margin:0 0 .5rem}form{margin:.75rem 0}button{font:inherit;padding:.4rem 1rem}"

const styleHash = `'sha256-${hash("sha256", style, "base64")}'`

/** The page loads nothing, is shown in no frame, and sends forms to itself, which lead on to `origin` alone. */
export const policy = (origin?: string): string =>
  [
    "default-src 'none'",
    `style-src ${styleHash}`,
    `form-action 'self'${origin === undefined ? "" : ` ${origin}`}`,
    "frame-ancestors 'none'",
    "base-uri 'none'"
  ].join("; ")

const page = (title: string, body: string): string => `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${escaped(title)}</title>
<style>${style}</style>
</head>
<body>
<main>
<h1>${escaped(title)}</h1>
${body}
</main>
</body>
</html>
`

const button = (decision: Decision, text: string): string =>
  `<button name="decision" value="${decision}">${escaped(text)}</button>`

const form = (content: string): string => `<form method="post">\n${content}\n</form>`

const numberOf = ({ accountName, iban }: BankAccount): string =>
  [accountName, iban].filter((part) => part !== undefined).join(", ")

const choice = (accounts: ReadonlyArray<BankAccount>): string => {
  const boxes = accounts.map((account, index) => {
    const checked = index === 0 ? " checked" : ""
    const box = `<input type="checkbox" name="account" value="${escaped(account.accountId)}"${checked}>`
    return `<div><label>${box} ${escaped(numberOf(account))}</label></div>`
  })
  const fieldset = ["<fieldset>", "<legend>Only these accounts</legend>", ...boxes, "</fieldset>"]
  return form([...fieldset, button("approve-fewer", "Approve for these accounts")].join("\n"))
}

const contents = ({ balances, transactions }: ConsentPrompt): string =>
  [...(balances ? ["balances"] : []), ...(transactions ? ["transactions"] : [])].join(" and ")

/** The consent, and what can be answered. */
export const question = (asked: ConsentPrompt): string => {
  const { accounts, bankName, customerName, until } = asked
  return page(
    `Consent at ${bankName}`,
    `<p>A service asks to read your accounts at ${escaped(bankName)}. This is a simulated bank of a sandbox.</p>
<dl>
<dt>Customer</dt>
<dd>${escaped(customerName)}</dd>
<dt>What it reads</dt>
<dd>${contents(asked)}</dd>
<dt>Of these accounts</dt>
${accounts.map((account) => `<dd>${escaped(numberOf(account))}</dd>`).join("\n")}
<dt>Until the end of</dt>
<dd><time datetime="${escaped(until)}">${escaped(until)}</time> (UTC)</dd>
</dl>
${form(button("approve", "Approve"))}
${accounts.length > 1 ? `${choice(accounts)}\n` : ""}${form(button("approve-until-tomorrow", "Approve until tomorrow only"))}
${form(button("approve-for-a-minute", "Approve for one minute"))}
${form(button("refuse", "Refuse"))}
${form(button("cancel", "Cancel, and decide nothing"))}`
  )
}

/** The consent is decided: there is nothing to answer any more. */
export const decided = (bankName: string, returnUrl: string): string =>
  page(
    `Consent at ${bankName}`,
    `<p>This consent is decided already, or has ended.</p>
<p><a href="${escaped(returnUrl)}">Back to the service</a></p>`
  )

/** Something is wrong with the request. */
export const refusal = (text: string): string => page("This does not work", `<p>${escaped(text)}</p>`)
