/** The simulated banks (decisions 9, 16). */
import { AccountHoldingBanks, BankError } from "@sheaf/ports"
import { Effect, Layer, Option } from "effect"
import { LoginHost } from "../clientSide/LoginHost.ts"
import { companies } from "../companies/SandboxCompanies.ts"
import { ConsentFiles } from "./ConsentFiles.ts"
import * as SandboxBank from "./SandboxBank.ts"

export const layer: Layer.Layer<AccountHoldingBanks, never, ConsentFiles | LoginHost> = Layer.effect(
  AccountHoldingBanks,
  Effect.gen(function* () {
    const files = yield* ConsentFiles
    const host = yield* LoginHost
    const address = Effect.mapError(host.address, (cause) => new BankError({ reason: "UNREACHABLE", cause }))
    const byId = new Map(
      companies.filter(SandboxBank.isBank).map((bank) => [bank.id, SandboxBank.make(bank, files, address)])
    )
    return { find: (company) => Effect.succeed(Option.fromUndefinedOr(byId.get(company))) }
  })
)
