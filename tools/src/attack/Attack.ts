/** One attack on the service, and the promise that it tests (spec 2.5, 7, 8, 17). */
import type { Choice } from "../workshop/CommandLine.ts"
import type { Stage } from "./Stage.ts"

export interface Attack extends Choice {
  /** The service's promise, in one sentence. */
  readonly promise: string
  /** Runs the attack and describes how the service behaved. Throws if the service breaks the promise. */
  readonly run: (stage: Stage) => Promise<string>
}
