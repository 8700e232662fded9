/**
 * Stores the simulated provider's orders that wait for a button press on the sandbox's order page (spec 12). A record
 * contains the order reference and the button that was pressed. The token in the page's URL identifies and decrypts the
 * record.
 */
import { SandboxPageButton } from "../scenarios/Scenario.ts"
import { ElectronicIdError } from "@sheaf/ports"
import { Effect, Option, Schema } from "effect"
import * as FileStore from "../storage/FileStore.ts"
import * as DeterministicEncryption from "../storage/DeterministicEncryption.ts"

const capacity = 10_000

const OrderRecord = Schema.Struct({
  sealedOrder: Schema.String,
  /** The first button pressed. `at` is in milliseconds since 1970. */
  pressed: Schema.optionalKey(Schema.Struct({ press: SandboxPageButton, at: Schema.Finite })),
  canceled: Schema.optionalKey(Schema.Literal(true))
})
export type PersonDecision = NonNullable<typeof OrderRecord.Type.pressed>

export interface StoredOrder extends Omit<typeof OrderRecord.Type, "sealedOrder"> {
  readonly orderRef: string
}

export interface OrderFileStore {
  readonly keep: (token: string, orderRef: string) => Effect.Effect<void, ElectronicIdError>
  readonly find: (token: string) => Effect.Effect<StoredOrder | undefined, ElectronicIdError>
  /** Only the first press counts, and only if the order has not been canceled. */
  readonly press: (token: string, press: SandboxPageButton, at: number) => Effect.Effect<void, ElectronicIdError>
  readonly cancel: (token: string) => Effect.Effect<void, ElectronicIdError>
}

const nameOf = (token: string): string =>
  DeterministicEncryption.deriveKey("name of an order", token).toString("hex").slice(0, 32)
const keyOf = (token: string): Buffer => DeterministicEncryption.deriveKey("content of an order", token)

const failure = (_: "FILE" | "CONTENT", cause: unknown) => new ElectronicIdError({ reason: "PROVIDER_ERROR", cause })

export const make = Effect.fnUntraced(function* (folder: string) {
  const files = yield* FileStore.make({ capacity, folder, schema: OrderRecord, failure })
  const store: OrderFileStore = {
    keep: (token, orderRef) =>
      Effect.asVoid(
        files.make(nameOf(token), { sealedOrder: DeterministicEncryption.encrypt(keyOf(token), orderRef) })
      ),
    find: (token) =>
      Effect.map(files.find(nameOf(token)), (file) => {
        if (file === undefined) return undefined
        const { sealedOrder, ...rest } = file
        return Option.getOrUndefined(
          Option.map(DeterministicEncryption.decrypt(keyOf(token), sealedOrder), (orderRef) => ({ ...rest, orderRef }))
        )
      }),
    press: (token, press, at) =>
      files.change(nameOf(token), (file) =>
        file.pressed !== undefined || file.canceled ? file : { ...file, pressed: { press, at } }
      ),
    cancel: (token) => files.change(nameOf(token), (file) => ({ ...file, canceled: true }))
  }
  return store
})
