/** One attack on the service, and the promise that it tests (decisions 4, 6, 12, 14). */
import type { Stage } from "./stage/Stage.ts"

export interface Attack {
  readonly name: string
  /** The attacker's action, for `--list`. */
  readonly summary: string
  /** The service's promise, in one sentence. */
  readonly promise: string
  /** Runs the attack and describes how the service behaved. Throws if the service breaks the promise. */
  readonly run: (stage: Stage) => Promise<string>
}
