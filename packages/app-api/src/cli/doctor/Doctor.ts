/** `sheaf doctor`: shows what a service lacks to go live in a market (docs/go-live.md). */
import * as MarketCode from "@sheaf/domain/Market"
import { Effect } from "effect"
import { Command, Flag } from "effect/cli"
import { failWith } from "../../errors/OperatorError.ts"
import * as Output from "../Output.ts"
import * as Findings from "./Findings.ts"

const lineOf = ({ outcome, part, text }: Findings.Finding): string => `${outcome.padEnd(8)} ${part.padEnd(14)} ${text}`

const flags = { market: Flag.Literals("market", MarketCode.all).pipe(Flag.withDescription("The market to check.")) }

export const makeCommand = (name: string) =>
  Command.make(
    name,
    flags,
    Effect.fnUntraced(function* ({ market }) {
      const findings = yield* Findings.ofMarket(market, process.env)
      yield* Output.printLines(findings.map(lineOf))
      const missing = findings.filter(({ outcome }) => outcome === "MISSING").length
      if (missing > 0) yield* failWith(`${missing} missing for the market ${market}; docs/go-live.md explains each`)
    })
  ).pipe(
    Command.withDescription(
      "Prints what the service has (OK) and lacks (MISSING) to go live in a market, and what only a person can check (CHECK): one " +
        "line each, with the outcome, the part and the reason. Reads the configuration and its certificates, connects to nothing, " +
        "and exits with code 1 if anything is missing."
    )
  )
