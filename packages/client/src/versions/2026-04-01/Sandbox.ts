/** The sandbox's scenarios. Only the sandbox has these routes. */
import type { CallOptions, ClientOptions } from "../../transport/ClientOptions.ts"
import { Transport } from "../../transport/Transport.ts"
import type { ConsentScenario, Scenario } from "./Contract.ts"

export type { ConsentScenario, Scenario } from "./Contract.ts"

export class Sandbox {
  readonly #transport: Transport

  constructor(options: ClientOptions) {
    this.#transport = new Transport("2026-04-01", options)
  }

  /** Returns all outcomes that a collection can have, each with the input that leads to it. */
  scenarios({ signal }: CallOptions = {}): Promise<ReadonlyArray<Scenario>> {
    return this.#transport.body({ path: "/sandbox/scenarios", signal })
  }

  /** Returns all outcomes that a consent can have, each with the input that leads to it. */
  consentScenarios({ signal }: CallOptions = {}): Promise<ReadonlyArray<ConsentScenario>> {
    return this.#transport.body({ path: "/sandbox/consent-scenarios", signal })
  }
}
