/** The simulated banks. Sheaf reaches them as it reaches real banks, but without a network (spec 16). */
import { RemoteBanks } from "@sheaf/adapters-http"
import * as Sandbox from "@sheaf/adapters-sandbox"
import { AccountHoldingBanks } from "@sheaf/ports"
import { Effect, Layer } from "effect"

export const layer = Layer.effect(
  AccountHoldingBanks,
  Effect.flatMap(Sandbox.BankClient, (client) =>
    RemoteBanks.inside(
      client,
      Sandbox.bankNames.map((names) => ({ ...names, frequencyPerDay: 4 }))
    )
  )
)

/** No simulated company sends people to its bank's page during a collection, because they have logged in already. */
const noReturn = Effect.die("a simulated company used its bank's page")

/** The readings under one-time consents at the simulated banks. */
export const readings = Layer.effect(
  Sandbox.BankReadings,
  Effect.map(AccountHoldingBanks, (banks) => RemoteBanks.oneTimeConnectors(banks, noReturn))
).pipe(Layer.provide(layer))
