/** `sheaf bank check`: checks a configured bank with a person at the browser (docs/banks.md). */
import * as NodeDns from "@effect/platform-node/NodeDns"
import { BankCheck, RemoteBanks } from "@sheaf/adapters-http"
import { Clock, Console, Effect, Option } from "effect"
import { Command, Flag } from "effect/cli"
import * as Settings from "../../config/Settings.ts"
import { refuse } from "../../OperatorError.ts"

const flags = {
  company: Flag.String("company").pipe(Flag.withDescription("The bank's entry in the configuration.")),
  returnUrl: Flag.String("return-url").pipe(
    Flag.optional,
    Flag.withDescription("The address to which the bank's page returns. By default, SHEAF_PUBLIC_URL or this machine.")
  ),
  psuIpAddress: Flag.String("psu-ip-address").pipe(
    Flag.withDefault("127.0.0.1"),
    Flag.withDescription("The IP address of the person at the browser.")
  ),
  waitSeconds: Flag.Int("wait-seconds").pipe(
    Flag.withDefault(300),
    Flag.withDescription("The longest wait for the person's decision.")
  )
}

/** The days for which the check requests a consent, unless the bank allows fewer. */
const usualDays = 90

const dayMillis = 86_400_000

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

export const check = Command.make(
  "check",
  flags,
  Effect.fnUntraced(function* ({ company, psuIpAddress, returnUrl, waitSeconds }) {
    const { banks, publicUrl } = yield* Settings.load(process.env)
    const entry = banks.find((each) => each.company === company)
    if (entry === undefined) return yield* refuse(`--company: the configuration has no bank ${company}`)
    if (!entry.approaches.includes("REDIRECT")) {
      return yield* refuse(`--company: the check needs a bank with the approach REDIRECT`)
    }
    const returnAddress = Option.getOrElse(
      Option.orElse(returnUrl, () => publicUrl),
      () => "http://localhost/"
    )
    const made = yield* RemoteBanks.make([entry], Effect.succeed(returnAddress)).pipe(
      Effect.catchTag("InvalidTarget", ({ message }) => refuse(`SHEAF_CONFIG: banks: ${message}`))
    )
    const bank = Option.getOrThrow(yield* made.banks.find(entry.company))
    const days = Math.min(usualDays, entry.maximumConsentValidityDays ?? usualDays)
    const validUntil = new Date((yield* Clock.currentTimeMillis) + days * dayMillis).toISOString().slice(0, 10)
    yield* BankCheck.run(bank, {
      request: {
        clientName: "sheaf bank check",
        scope: { type: "PSD2_AIS", balances: true, transactions: true },
        validUntil,
        psuIpAddress,
        psuLocale: "en",
        authorization: { _tag: "REDIRECT", returnUrl: returnAddress }
      },
      patienceMillis: waitSeconds * 1000,
      report: (finding) => Console.log(lineOf(finding)),
      showPage: (address) => Console.log(`Open this page in a browser, and authorize the consent:\n${address}`)
    }).pipe(Effect.catchTag("BankCheckFailed", ({ step }) => refuse(`the bank does not fit: ${step} failed`)))
    yield* Console.log("Sheaf can use this bank.")
  }, Effect.scoped)
).pipe(
  Command.withDescription(
    "Checks a configured bank with a person at the browser: connection, certificate, consent, authorization, status, " +
      "accounts and revocation. Prints what does not fit, and which side must act. The consent is revoked at the end."
  ),
  Command.provide(NodeDns.layer)
)
