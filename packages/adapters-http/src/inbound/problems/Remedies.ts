/** The section of a guide that tells a program's author how to remedy a problem. */
import type { ProblemCode } from "@sheaf/http-contract"

/** A URL path and the text of the link to it. */
export type Link = readonly [href: string, title: string]

const integrate = "/docs/guides/integrate"

/** The first pattern that a code matches decides. */
const remedies: ReadonlyArray<readonly [RegExp, Link]> = [
  [/^(MISSING_CREDENTIALS|INVALID_API_KEY)$/, [`${integrate}#first-collection`, "How to send a key"]],
  [/TOKEN|CREDENTIALS/, [`${integrate}#consents`, "How to get a token"]],
  [/CERTIFICATE|MUTUAL_TLS|ENVIRONMENT/, ["/docs/guides/operate#mutual-tls", "How to use certificates"]],
  [/SCOPE|NETWORK|SENSITIVE/, ["/docs/guides/operate#clients-and-keys", "What a key may do"]],
  [/CONSOLE|CROSS_SITE/, ["/docs/guides/operate", "How to open the console"]],
  [/^CONNECT_.*CONFIRMED$/, ["/docs/guides/connect#confirm-the-session", "How to confirm a session"]],
  [/^CONNECT_/, ["/docs/guides/connect#create-a-session", "How to create a session"]],
  [/MONITOR|UNATTENDED/, ["/docs/guides/monitors#limits-and-figures", "What limits monitors"]],
  [/^CHANGES/, ["/docs/guides/monitors#read-the-changes", "How to read changes"]],
  [/WEBHOOK/, [`${integrate}#webhooks`, "How to receive webhooks"]],
  [/^EVENTS/, [`${integrate}#events`, "How to read events"]],
  [/CURSOR|URI/, [`${integrate}#lists`, "How to read a list"]],
  [/CONSENT|AWAITING_CONFIRMATION/, [`${integrate}#consents`, "How consents work"]],
  [/^(NOT_AWAITING|INPUT|WRONG_INPUT|INVALID_INPUT|UNKNOWN_IN)/, [`${integrate}#questions`, "How to answer questions"]],
  [/PARAMETER|PDF|LOGIN_METHOD|COMPANY|PRODUCT_NOT_S/, [`${integrate}#parameters-of-a-start`, "What a start takes"]],
  [/^(COLLECTION|PRODUCT|DATA|NOTHING)/, ["/docs/guides/collection-cycle", "How a collection goes on"]],
  [/IDEMPOTENCY|LIMITED|^TOO_MANY|^NOT_READY|SLOW/, [`${integrate}#errors-and-retries`, "How to retry"]],
  [/^INTERNAL$/, [`${integrate}#errors-and-retries`, "How to retry"]],
  [/VERSION/, ["/docs/guides/migrate", "How to change the version"]]
]

const reference: Link = ["/docs", "Look it up in the reference"]

export const remedyOf = (code: ProblemCode.ProblemCode): Link =>
  remedies.find(([pattern]) => pattern.test(code))?.[1] ?? reference
