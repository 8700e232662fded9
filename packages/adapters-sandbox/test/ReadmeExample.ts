import { ElectronicIdSandbox, layer } from "@sheaf/adapters-sandbox"
import { Connectors } from "@sheaf/ports"
import { Effect, Layer, Option, Redacted } from "effect"

/** The sandbox. Its login host keeps a certificate in `folder`. */
const sandbox = (folder: string) =>
  layer({ loginHost: { host: "127.0.0.1", port: 0, folder } }).pipe(Layer.provide(ElectronicIdSandbox.layer))

/** Returns one collection's statuses and the names of its insurances. */
export const collect = (folder: string) =>
  Effect.gen(function* () {
    const connectors = yield* Connectors
    const { connector } = Option.getOrThrow(yield* connectors.find("se-nordhem"))
    const login = Redacted.make({ type: "USERNAME_PASSWORD", username: "maja", password: "anything" } as const)
    let step = yield* connector.begin(
      { company: "se-nordhem", products: ["INSURANCE"], loginMethod: "USERNAME_AND_PASSWORD", login },
      "a-collection/0"
    )
    const statuses = [step.status]
    while (step._tag === "Poll") {
      // The service would wait for step.afterMillis here. The sandbox does not require the wait.
      step = yield* connector.resume(step.session, { _tag: "Tick" }, `a-collection/${statuses.length}`)
      statuses.push(step.status)
    }
    const found = step._tag === "End" ? (step.collected?.insurance ?? []) : []
    return { statuses, insurances: found.map(({ insurance }) => insurance.insuranceName) }
  }).pipe(Effect.provide(sandbox(folder)))
