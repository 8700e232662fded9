/** `sheaf drift`: lists companies' records that have changed shape (docs/operations.md). */
import { CompanyFigureStoreSql } from "@sheaf/adapters-sql"
import { CompanyFigures } from "@sheaf/application"
import { CompanyId } from "@sheaf/domain/Company"
import { LoginMethod } from "@sheaf/domain/LoginMethod"
import { describe } from "@sheaf/domain/RecordDrift"
import { AuditLog, CompanyFigureStore } from "@sheaf/ports"
import type { CompanyDrift } from "@sheaf/ports"
import { Effect, Option, Schema } from "effect"
import { Command, Flag } from "effect/cli"
import { failWith } from "../errors/OperatorError.ts"
import * as CommandServices from "./CommandServices.ts"

const layer = CommandServices.layerWith(() => CompanyFigureStoreSql.layer)

const printDrift = ({ company, kind, loginMethod, since, ...drift }: CompanyDrift) =>
  CommandServices.printRow(company, loginMethod, kind, CommandServices.formatTime(since), describe(kind, drift))

const list = Command.make(
  "list",
  {},
  Effect.fnUntraced(function* () {
    for (const drift of yield* (yield* CompanyFigureStore).drifts) yield* printDrift(drift)
  })
).pipe(
  Command.withDescription(
    "Prints one drift per line, with tab-separated columns: company, login method, kind of record, time since, and what changed."
  )
)

const decodeCompany = Schema.decodeUnknownOption(CompanyId)

const accept = Command.make(
  "accept",
  {
    company: Flag.String("company").pipe(Flag.withDescription("The company, as printed by sheaf drift list.")),
    kind: Flag.String("kind").pipe(
      Flag.optional,
      Flag.withDescription("Only this kind of record, such as houseContentInsurance.villa. By default all kinds.")
    ),
    method: Flag.Literals("method", LoginMethod.literals).pipe(Flag.withDescription("The login method."))
  },
  Effect.fnUntraced(function* ({ company: text, kind, method }) {
    const company = decodeCompany(text)
    if (Option.isNone(company)) return yield* failWith(`--company: ${JSON.stringify(text)} is not the id of a company`)
    const accepted = yield* CompanyFigures.acceptDrifts({
      company: company.value,
      loginMethod: method,
      kind: Option.getOrUndefined(kind)
    })
    if (accepted.length === 0) {
      return yield* failWith(`${text} has no drift with ${method}; sheaf drift list prints all drifts`)
    }
    yield* (yield* AuditLog).append({ action: "DRIFT_ACCEPTED", subject: {}, outcome: `${text} ${method}` })
    for (const drift of accepted) yield* printDrift(drift)
    yield* CommandServices.printNote("The records since then are the good ones now. The alert ends within two minutes.")
  })
).pipe(
  Command.withDescription("Accepts the changed shape of a company's records as the good one. Prints what it accepted.")
)

export const makeCommand = (name: string) =>
  Command.make(name).pipe(Command.withSubcommands([list, accept]), Command.provide(layer))
