/** `sheaf bank check`: checks a configured bank, with a person who authorizes in a browser (docs/banks.md). */
import { dayMillis } from "@sheaf/domain/CalendarDate"
import * as NodeDns from "@effect/platform-node/NodeDns"
import { BankCheck, RemoteBanks } from "@sheaf/adapters-http"
import { CallContext } from "@sheaf/ports"
import type { AuthorizationQuestion, BankConsentRequest, ScaChallenge } from "@sheaf/ports"
import { Clock, Console, Effect, Option, Redacted, Terminal } from "effect"
import { Command, Flag } from "effect/cli"
import { randomBytes } from "node:crypto"
import * as Settings from "../../config/Settings.ts"
import { failWith } from "../../errors/OperatorError.ts"
import type { OperatorError } from "../../errors/OperatorError.ts"
import * as Output from "../Output.ts"

const flags = {
  company: Flag.String("company").pipe(Flag.withDescription("The bank's entry in the configuration.")),
  client: Flag.String("client").pipe(
    Flag.optional,
    Flag.withDescription("The client with its own certificates in the entry. By default, the operator's are checked.")
  ),
  returnUrl: Flag.String("return-url").pipe(
    Flag.optional,
    Flag.withDescription(
      "The address to which the bank's page returns. By default, the bank's address below SHEAF_PUBLIC_URL, or this machine."
    )
  ),
  psuId: Flag.String("psu-id").pipe(
    Flag.optional,
    Flag.withDescription("The person's personal number. Required for the approach DECOUPLED.")
  ),
  psuIpAddress: Flag.String("psu-ip-address").pipe(
    Flag.withDefault("127.0.0.1"),
    Flag.withDescription("The IP address of the person at the browser.")
  ),
  report: Flag.Boolean("report").pipe(
    Flag.withDefault(false),
    Flag.withDescription(
      "Also prints a report as JSON, to share with others: the findings and the profile, without addresses, identifiers or secrets."
    )
  ),
  waitSeconds: Flag.Int("wait-seconds").pipe(
    Flag.withDefault(300),
    Flag.withDescription("The longest wait for the person's decision.")
  )
}

const namesIn = (values: Readonly<Record<string, string>> = {}): ReadonlyArray<string> => Object.keys(values)

const pathIn = (url: string): string => url.replace(/^https?:\/\/[^/]+/, "")

/**
 * Returns a report that the operator can share with others: the features that the bank's profile must express, and
 * whether they work. Nothing in the report identifies the operator.
 */
const reportOf = (
  { profile }: RemoteBanks.RemoteBankOptions,
  findings: ReadonlyArray<BankCheck.BankCheckFinding>,
  now: number
) => {
  const { authentication, bank, headers, query, ...members } = profile
  const { clientId: _, clientSecretFile: __, parameters, tokenParameters, ...stated } = authentication
  const urls = (["tokenUrl", "authorizationUrl", "authorizationLinksUrl"] as const).flatMap((name) => {
    const url = stated[name]
    return url === undefined ? [] : [[name, pathIn(url)] as const]
  })
  return {
    report: "sheaf bank check",
    date: new Date(now).toISOString().slice(0, 10),
    bank,
    works: findings.every(({ outcome }) => outcome !== "FAILED"),
    findings,
    profile: {
      ...members,
      query: namesIn(query),
      headers: namesIn(headers),
      authentication: {
        ...stated,
        ...Object.fromEntries(urls),
        parameters: namesIn(parameters),
        tokenParameters: namesIn(tokenParameters)
      }
    }
  }
}

const authorizationOf = Effect.fnUntraced(function* (
  { approaches }: RemoteBanks.RemoteBankOptions["profile"],
  returnUrl: string,
  psuId: Option.Option<string>
): Effect.fn.Return<BankConsentRequest["authorization"], OperatorError> {
  if (!approaches.includes("DECOUPLED")) {
    return { _tag: "REDIRECT", returnUrl, registered: { returnUrl, state: randomBytes(16).toString("hex") } }
  }
  if (Option.isNone(psuId)) return yield* failWith("--psu-id: a bank with the approach DECOUPLED needs the person's id")
  return { _tag: "DECOUPLED", personalNumber: Redacted.make(psuId.value) }
})

const invitation = (address: string | undefined): ReadonlyArray<string> =>
  address === undefined
    ? ["Authorize the consent in the bank's app."]
    : ["Open this page in a browser, and authorize the consent:", address]

const readLine = Effect.fnUntraced(
  function* (question: string) {
    yield* Console.log(question)
    return (yield* (yield* Terminal.Terminal).readLine).trim()
  },
  Effect.catch(() => Effect.succeed(""))
)

const linesOfChallenge = ({ autoStartToken, image, information, qrText }: ScaChallenge): ReadonlyArray<string> => [
  ...(information === undefined ? [] : [`The bank says: ${information}`]),
  ...(autoStartToken === undefined ? [] : [`Token that opens the app on the same device: ${autoStartToken}`]),
  ...(qrText === undefined ? [] : [`Text of the QR code to scan with the app: ${qrText}`]),
  ...(image === undefined ? [] : ["Open this picture in a browser, and scan it with the app:", image])
]

const answerQuestion = (question: AuthorizationQuestion) => {
  if (question._tag === "Code") return readLine(`${question.information ?? "The bank sent a code."}\nEnter the code:`)
  const lines = question.methods.map(({ id, label, type }) => `  ${id}  ${label} (${type})`)
  return readLine(["The bank offers these methods:", ...lines, "Enter the id of one:"].join("\n"))
}

const usualDays = 90

const sides = {
  CONFIGURATION: "your configuration",
  BANK: "the bank",
  EITHER: "your configuration or the bank"
} as const

const lineOf = (finding: BankCheck.BankCheckFinding): string =>
  [
    finding.outcome.padEnd(8),
    finding.step.padEnd(13),
    finding.outcome === "OK" ? finding.text : `(${sides[finding.side]}) ${finding.text}`
  ].join(" ")

export const checkCommand = Command.make(
  "check",
  flags,
  Effect.fnUntraced(function* ({ client, company, psuId, psuIpAddress, report: hasReport, returnUrl, waitSeconds }) {
    const { banks, publicUrl } = yield* Settings.load(process.env)
    const entry = banks.find((each) => each.company === company)
    if (entry === undefined) return yield* failWith(`--company: the configuration has no bank ${company}`)
    const callContext = { client: Option.getOrElse(client, () => ""), person: "" }
    if (Option.isSome(client) && entry.clients?.[client.value] === undefined) {
      return yield* failWith(`--client: the entry has no certificates of client ${client.value}`)
    }
    const registered = Option.map(publicUrl, (address) =>
      entry.profile.approaches.includes("OAUTH") ? new URL(`consents/return/${company}`, `${address}/`).href : address
    )
    const returnAddress = Option.getOrElse(
      Option.orElse(returnUrl, () => registered),
      () => "http://localhost/"
    )
    const authorization = yield* authorizationOf(entry.profile, returnAddress, psuId)
    const terminal = yield* Effect.context<Terminal.Terminal>()
    const made = yield* RemoteBanks.make([entry]).pipe(
      Effect.catchTag("InvalidTargetError", ({ message }) => failWith(`SHEAF_CONFIG: banks: ${message}`))
    )
    const bank = Option.getOrThrow(yield* made.banks.find(entry.company))
    const days = Math.min(usualDays, entry.profile.consentDays ?? usualDays)
    const validUntil = new Date((yield* Clock.currentTimeMillis) + days * dayMillis).toISOString().slice(0, 10)
    const findings: Array<BankCheck.BankCheckFinding> = []
    const now = yield* Clock.currentTimeMillis
    const printReport = Effect.suspend(() =>
      hasReport ? Output.printLines(JSON.stringify(reportOf(entry, findings, now), null, 2).split("\n")) : Effect.void
    )
    yield* BankCheck.run(bank, {
      request: {
        clientName: "sheaf bank check",
        scope: { type: "PSD2_AIS", balances: true, transactions: true },
        validUntil,
        psuIpAddress,
        psuLocale: "en",
        authorization
      },
      patienceMillis: waitSeconds * 1000,
      report: (finding) => {
        findings.push(finding)
        return Console.log(lineOf(finding))
      },
      ...(entry.profile.consent === "TOKEN" && { isTokenAlone: true }),
      showPage: (address) => Output.printLines(invitation(address)),
      showChallenge: (challenge) => Output.printLines(linesOfChallenge(challenge)),
      answerQuestion: (question) => Effect.provideContext(answerQuestion(question), terminal),
      // Only the browser's final URL contains the authorization server's code.
      readReturn: Effect.provideContext(readLine("Enter the final address in the browser:"), terminal)
    }).pipe(
      Effect.ensuring(printReport),
      Effect.provideService(CallContext, callContext),
      Effect.catchTag("BankCheckError", ({ step }) => failWith(`the bank does not fit: ${step} failed`))
    )
    yield* Console.log("Sheaf can use this bank.")
  }, Effect.scoped)
).pipe(
  Command.withDescription(
    "Checks a configured bank with a person at the browser: connection, certificate, consent, authorization, status, " +
      "accounts and revocation. Prints what does not fit, and which side must act. The consent is revoked at the end."
  ),
  Command.provide(NodeDns.layer)
)
